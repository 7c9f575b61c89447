/** How often this process really asked its host; a strict replay never does. */
export function hostCallsCount(): number {
  return callsCount;
}

/** Counts one. */
export function countHostCall(): void {
  callsCount += 1;
}

// --- inside ---

let callsCount = 0;
