import type { ServerResponse } from "node:http";
import type { HttpAnswer } from "../../data/http/http-answer.ts";

/** What is heard of an answer while it is given. */
export interface AnswerHearing {
  /** So many pieces were handed over. */
  onPieces?(count: number): void;
  /** Gives the reader time to take a piece before the next one follows. */
  between?(): Promise<void>;
  onStall?(): void;
}

/**
 * Gives an answer as it is written down, on a real server as in the simulated world. Each piece is
 * a chunk of its own, and parsers of HTTP hand chunks over one by one. `fetch` joins those that are
 * there when it looks, so on a real server each is taken before the next one is written.
 */
export async function playAnswer(
  { status, headers, pieces, end }: HttpAnswer,
  response: ServerResponse,
  { onPieces, between, onStall }: AnswerHearing = {},
): Promise<void> {
  response.on("error", () => {}); // whoever reads it may go away at any time
  response.sendDate = false;
  response.writeHead(status, headers.flat());
  response.flushHeaders();
  onPieces?.(0);
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await between?.();
    if (response.destroyed) return;
    if (!response.write(piece)) await drained(response);
    onPieces?.(at + 1);
  }
  switch (end) {
    case "whole":
      response.end();
      return;
    case "closed":
      await flushed(response);
      response.socket?.end();
      return;
    case "reset":
      await flushed(response);
      reset(response);
      return;
    case "stall":
      onStall?.();
  }
}

// --- inside ---

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    response.once("drain", resolve);
    response.once("close", resolve);
  });
}

/** All that was written has left: what is written last is done last. */
function flushed({ socket }: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (socket === null || socket.destroyed) resolve();
    else socket.write("", () => resolve());
  });
}

function reset({ socket }: ServerResponse): void {
  // A socket of the simulated world has no packets, so it breaks in its own way.
  if (typeof socket?.resetAndDestroy === "function") socket.resetAndDestroy();
  else socket?.destroy();
}
