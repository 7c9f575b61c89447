import type { Upstream } from "../upstream.ts";

/** Questions to models go to one, everything else to the other. */
export function dividedUpstream(parts: {
  readonly models: Upstream;
  readonly tools: Upstream;
}): Upstream {
  return {
    answer(request, signal) {
      const part = modelNames.has(request.to) ? parts.models : parts.tools;
      return part.answer(request, signal);
    },
  };
}

// --- inside ---

const modelNames: ReadonlySet<string> = new Set(["openai", "anthropic"]);
