export interface Track {
  title: string;
  seconds: number;
}

/** Tracks and which of them is on. */
export class Playlist {
  private tracks: Track[] = [];
  private current = 0;

  add(track: Track): number {
    return this.tracks.push(track);
  }

  next(): void {
    if (this.current < this.tracks.length - 1) this.current++;
  }

  remove(title: string): void {
    this.tracks = this.tracks.filter((track) => track.title !== title);
  }

  nowPlaying(): string {
    if (this.tracks.length === 0) return "nothing";
    return this.tracks[this.current].title;
  }
}
