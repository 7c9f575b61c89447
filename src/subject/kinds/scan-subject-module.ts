import { callTest } from "../../kernel/subject/call-test.ts";
import type { Contract } from "../../kernel/judge/contract.ts";
import { fault } from "../../kernel/faults/catalogue.ts";
import { contractJudges } from "../contracts/index.ts";
import { law, observeLaws } from "../laws/index.ts";

/** What a module that a scan has written gets for `import … from "gauntlet/scan-subject"`. */
export const scanSubjectModule: object = Object.freeze({
  callTest,
  contract: (one: Contract) => contractJudges([one]),
  fault,
  law,
  observeLaws,
});
