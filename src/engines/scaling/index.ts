// Measures how a campaign scales: runs a second with 1 to N processes, and the Universal
// Scalability Law through them, or why it does not follow. It searches as campaign/ does and
// judges nothing. Start at scaling.ts; fit-law.ts is the arithmetic.
export { scaling, type ScalingOptions } from "./scaling.ts";
