/** Commands as they are to be pasted in the project root. */
export interface InitCommands {
  readonly explore: string;
  readonly doctor: string;
  readonly verify: string;
  /** Absent where there is nothing to scan yet. */
  readonly scan?: string | undefined;
}
