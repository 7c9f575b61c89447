// How findings are told. Everything here takes plain data of the kernel and returns text or a
// document; it may see the kernel only, and it never prints: the cli does. Text of the subject is
// hostile until `printable.ts` has seen it, and colour comes from `paint.ts` alone.
// Start reading at `text.ts`, then `finding-text.ts`; `json.ts` is the document for programs, and
// `section.ts` the contract of what only some results have.
export type { AgentDocument } from "./sections/agent-document.ts";
export { agentHtml } from "./agent-html.ts";
export { boundariesJunit } from "./boundaries-junit.ts";
export { boundariesSarif } from "./boundaries-sarif.ts";
export { boundariesText, boundaryRuleText } from "./boundaries-text.ts";
export { boundaryRunText } from "./boundary-run-text.ts";
export { certificateBadge, certificateHtml } from "./certificate-html.ts";
export { certificatePdf } from "./certificate-pdf.ts";
export { certificateText, type CheckedCertificate } from "./certificate-text.ts";
export { checkupText, type CheckRow } from "./checkup-text.ts";
export { corpusListText, type CorpusSubjectRows, entriesText } from "./corpus-text.ts";
export { documentJson } from "./document-json.ts";
export { documentProblem } from "./document-shape.ts";
export { errorJson } from "./error-json.ts";
export { bugText, errorScreen } from "./error-screen.ts";
export { type InitDocument, initText } from "./init-text.ts";
export { type FindingDocument, findingDocument } from "./finding-document.ts";
export { type ResultDocument, resultJson } from "./json.ts";
export { junitText } from "./junit.ts";
export { lcovText } from "./lcov.ts";
export { amountText, countText, durationText, scoreText } from "./number-text.ts";
export type { TextOptions } from "./page.ts";
export { printable, screenText } from "./printable.ts";
export { cutText } from "./column-text.ts";
export { type EventLine, eventLine } from "./event-line.ts";
export { foundLine } from "./progress-line.ts";
export { type ProgressSetting, progressText } from "./progress-text.ts";
export { planLine } from "./scan-lines.ts";
export { resultText } from "./text.ts";
export { traceDiffText, traceShowText } from "./trace-show.ts";
export { environmentText, filesText, flakyText, runDiffText } from "./runs-text.ts";
export { targetLine } from "./sections/scan.ts";
export {
  type ValidateDocument,
  validateJson,
  validateText,
  type ValidatedRow,
} from "./validate-text.ts";
export { type VerifiedRow, type VerifyDocument, verifyText } from "./verify-text.ts";
