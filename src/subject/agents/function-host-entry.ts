import { serveCalls } from "./function-host.ts";

// The process in which functions of the user are called.
serveCalls(() => process.exit(0));
