import type { Generator } from "../../kernel/decisions/generator.ts";
import type { DeclaredInput } from "../../kernel/subject/subject.ts";
import type { SourceToken } from "../../subject/coverage/index.ts";
import type { ArmCounts, Checkpoint, GuidedState } from "../guidance/guided-state.ts";
import type { InputBuffer } from "./input-buffer.ts";
import { hintsOf, inputOf } from "./input-entries.ts";
import type { InputHint } from "./input-hint.ts";
import { changeJson, jsonOf } from "./json-inputs.ts";
import { OperatorWeights } from "./operator-weights.ts";
import type { OperatorParts } from "./operators.ts";
import { Pieces } from "./pieces.ts";

/** Changes inputs, by ways that brought something and with pieces of what is known. */
export class InputChanges {
  readonly #generator: Generator;
  readonly #weights: OperatorWeights;
  /** What inputs are likely to hold. */
  readonly pieces: Pieces;
  /** The ways in which the input at hand was changed. */
  readonly #used: number[] = [];
  /** Inputs to take parts of. */
  readonly #inputs: Uint8Array[] = [];
  readonly #jsons: Uint8Array[] = [];
  readonly #recent: Uint8Array[] = [];
  #base: Uint8Array = new Uint8Array();
  #isJson = false;
  readonly #hints = new Map<number, readonly InputHint[]>();
  readonly #parts: OperatorParts;

  constructor(options: {
    readonly input: DeclaredInput;
    readonly tokens: readonly SourceToken[];
    readonly generator: Generator;
    readonly state: GuidedState | undefined;
  }) {
    const { input, tokens, generator, state } = options;
    this.#generator = generator;
    this.#weights = new OperatorWeights(state?.arms);
    this.pieces = new Pieces(input, tokens);
    this.#parts = {
      generator,
      someJson: () => this.#someJson(),
      somePiece: () => this.pieces.some(generator),
      someSmall: () => {
        const { small } = this.pieces;
        return small[generator.integer(0, Math.max(0, small.length - 1))];
      },
      other: () => this.#inputs[generator.integer(0, Math.max(0, this.#inputs.length - 1))],
    };
  }

  /** Forgets in which ways the last input was changed. */
  begin(): void {
    this.#used.length = 0;
  }

  /** Works out again what each way is worth. */
  weigh(): void {
    this.#weights.weigh();
  }

  /** Inputs that reached something a short while ago. */
  get recent(): readonly Uint8Array[] {
    return this.#recent;
  }

  /** Takes an input to be changed from now on. */
  take(base: Uint8Array): void {
    this.#base = base;
    this.#isJson = jsonOf(base) !== undefined;
  }

  /** Changes the input in one to four ways, at times after one of the values that were wanted. */
  change(buffer: InputBuffer, entry: Checkpoint | undefined): void {
    const generator = this.#generator;
    buffer.take(this.#base);
    const hints = entry === undefined ? noHints : this.#hintsOf(entry);
    if (hints.length > 0 && generator.integer(0, 3) === 0) {
      const hint = hints[generator.integer(0, hints.length - 1)];
      if (hint !== undefined) buffer.replace(hint, hint.piece);
    }
    for (let count = 1 << generator.integer(0, 2); count > 0; count--) {
      const number = this.#weights.choose(generator);
      this.#used.push(number);
      this.#weights.operator(number)?.(buffer, this.#parts);
    }
  }

  /** The JSON that is being changed, changed in one to four ways; undefined where it is none. */
  #someJson(): Uint8Array | undefined {
    if (!this.#isJson) return undefined;
    const generator = this.#generator;
    let made: Uint8Array | undefined = this.#base;
    for (let count = 1 << generator.integer(0, 2); count > 0; count--) {
      const root: object | undefined = made === undefined ? undefined : jsonOf(made);
      const other = this.#jsons[generator.integer(0, Math.max(0, this.#jsons.length - 1))];
      const how = { pieces: this.pieces.json, other: other === undefined ? other : jsonOf(other) };
      if (root !== undefined) made = changeJson(root, generator, how);
    }
    return made;
  }

  /** Hears that the input at hand brought something. */
  reward(): void {
    for (const number of this.#used) this.#weights.reward(number);
  }

  /** Takes in an input that reached something, with what the code looked for in it. */
  remember(entry: Checkpoint): void {
    const input = inputOf(entry.decisions);
    if (input === undefined || input.length === 0) return;
    if (this.#inputs.length < inputsMax) this.#inputs.push(input);
    else this.#inputs[entry.id % inputsMax] = input;
    this.#recent.unshift(input);
    if (this.#recent.length > recentMax) this.#recent.pop();
    if (jsonOf(input) !== undefined && this.#jsons.length < jsonsMax) this.#jsons.push(input);
    this.#hints.delete(entry.id);
  }

  /** What was learned of each way, as data. */
  data(): Record<string, ArmCounts> {
    return this.#weights.data();
  }

  #hintsOf(entry: Checkpoint): readonly InputHint[] {
    let hints = this.#hints.get(entry.id);
    if (hints === undefined) this.#hints.set(entry.id, (hints = hintsOf(entry)));
    return hints;
  }
}

// --- inside ---

const noHints: readonly InputHint[] = [];

/** Parts are taken from so many inputs. */
const inputsMax = 1_024;
const jsonsMax = 256;
const recentMax = 12;
