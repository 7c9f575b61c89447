import type { MutationType } from "../../../kernel/agent/index.ts";
import { contextManipulation } from "./context.ts";
import { customTemplates } from "./custom.ts";
import { encodingAttacks } from "./encoding.ts";
import { formatPoisoning } from "./format.ts";
import {
  contentTypeConfusion,
  httpHeaderInjection,
  protocolLevelAttack,
  queryParameterPoisoning,
  requestMethodAttack,
} from "./http.ts";
import { advancedJailbreak, promptInjection } from "./injection.ts";
import { languageMixing } from "./language.ts";
import { lengthExtremes } from "./length.ts";
import {
  concurrentRequestPattern,
  payloadSizeAttack,
  resourceExhaustion,
  timeoutManipulation,
} from "./load.ts";
import { multiTurnAttack } from "./multi-turn.ts";
import type { Mutator } from "./mutator.ts";
import { noise } from "./noise.ts";
import { paraphrase } from "./paraphrase.ts";
import { semanticSimilarityAttack } from "./similarity.ts";
import { temporalAttack } from "./temporal.ts";
import { tokenManipulation } from "./token.ts";
import { toneShift } from "./tone.ts";

/** Changes when what is made for a seed changes, so that a lockfile of before is told. */
export const mutatorsVersion = 2;

/** Who makes the mutations of each type. A new type is a line here and its name in the kernel. */
export const mutators: Readonly<Record<MutationType, Mutator>> = {
  paraphrase,
  noise,
  tone_shift: toneShift,
  prompt_injection: promptInjection,
  encoding_attacks: encodingAttacks,
  context_manipulation: contextManipulation,
  length_extremes: lengthExtremes,
  /** Without templates of the user it makes none. */
  custom: customTemplates(new Map()),
  multi_turn_attack: multiTurnAttack,
  advanced_jailbreak: advancedJailbreak,
  semantic_similarity_attack: semanticSimilarityAttack,
  format_poisoning: formatPoisoning,
  language_mixing: languageMixing,
  token_manipulation: tokenManipulation,
  temporal_attack: temporalAttack,
  http_header_injection: httpHeaderInjection,
  payload_size_attack: payloadSizeAttack,
  content_type_confusion: contentTypeConfusion,
  query_parameter_poisoning: queryParameterPoisoning,
  request_method_attack: requestMethodAttack,
  protocol_level_attack: protocolLevelAttack,
  resource_exhaustion: resourceExhaustion,
  concurrent_request_pattern: concurrentRequestPattern,
  timeout_manipulation: timeoutManipulation,
};
