import type { Node } from "oxc-parser";
import type { Frame, Hit } from "./frame.ts";
import type { Sink, SinkKind } from "./sink.ts";
import { type Check, isAbout, type Safety, type Taint } from "./value.ts";

/** Collects what reaches sinks; one way of each parameter to each sink is kept. */
export class HitList {
  readonly #found = new Map<string, { sink: Sink; taint: Taint; isCheckedLater: boolean }>();
  #isOn = false;

  /** What was met before is forgotten. */
  begin(): void {
    this.#isOn = true;
  }

  add(hit: Hit, frame: Frame, node: Node): void {
    if (!this.#isOn) return;
    const { kind, sink, isCheckedLater = false } = hit;
    const place = { file: frame.module.shown, line: frame.module.lineAt(node.start) };
    const checks = [...frame.scope.activeChecks(), ...frame.checkedBefore];
    for (const taint of outermost(hit.taints)) {
      const isSanitised = safetyOf(kind, taint, checks);
      const param = taint.param === "" ? (taint.keys[0] ?? "") : taint.param;
      const { of, index, keys } = taint;
      const path = [...(taint.steps.length === 0 ? [`\`${param}\``] : taint.steps), `\`${sink}\``];
      const found: Sink = { kind, param, of, index, keys, sink, place, path, isSanitised };
      const key = `${kind} ${of} ${index} ${keys.join(".")} ${sink} ${place.file}:${place.line}`;
      const known = this.#found.get(key);
      // One way that nothing makes harmless is enough.
      if (
        known === undefined ||
        (known.sink.isSanitised !== undefined && isSanitised === undefined)
      ) {
        this.#found.set(key, { sink: found, taint, isCheckedLater });
      }
    }
  }

  /** What was found; `later` is what the function had checked when it ended. */
  sinks(later: readonly Check[]): readonly Sink[] {
    const found = [...this.#found.values()].map(({ sink, taint, isCheckedLater }) => {
      if (!isCheckedLater || sink.isSanitised !== undefined) return sink;
      return { ...sink, isSanitised: safetyOf(sink.kind, taint, later) };
    });
    return found.toSorted((a, b) => a.place.line - b.place.line);
  }
}

// --- inside ---

function safetyOf(kind: SinkKind, taint: Taint, checks: readonly Check[]): string | undefined {
  const isFor = ({ kinds }: Safety): boolean => kinds === "all" || kinds.includes(kind);
  const own = taint.safe.find(isFor);
  if (own !== undefined) return own.text;
  const check = checks.find(
    (one) => isFor(one) && one.taints.some((checked) => isAbout(checked, taint)),
  );
  return check?.text;
}

/** Without the parts of what is there as a whole. */
function outermost(taints: readonly Taint[]): readonly Taint[] {
  return taints.filter(
    (taint) =>
      !taints.some(
        (other) =>
          other !== taint && other.keys.length < taint.keys.length && isAbout(other, taint),
      ),
  );
}
