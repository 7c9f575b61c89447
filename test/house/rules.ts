import { checkRuntimeCycles, checkTypeCycles } from "./cycles.ts";
import { checkDoors, checkRoomHeaders } from "./doors.ts";
import { checkFolderCycles } from "./folders.ts";
import { checkFileNames } from "./names.ts";
import { checkAuthorship, checkMachinePaths } from "./origin.ts";
import { checkPlainWords } from "./plain-words.ts";
import {
  checkEngineSiblings,
  checkFrontDoorIsLight,
  checkRoomOrder,
  checkRunnersAreChosenOnce,
} from "./rooms.ts";
import { checkColumns, checkFileLength, checkFunctionLength } from "./size.ts";
import type { Rule } from "./source-file.ts";
import {
  checkConsole,
  checkExit,
  checkKernelIsPure,
  checkNotes,
  checkSkippedTests,
  checkStarts,
  checkTypeEscapes,
  checkVerbEnds,
} from "./words.ts";

/** Every rule of the house, by the sentence that its test says. */
export const rules: readonly Rule[] = [
  { name: "a file imports its own room or an earlier one", check: checkRoomOrder },
  { name: "engines never import engines", check: checkEngineSiblings },
  { name: "only cli chooses where runs happen", check: checkRunnersAreChosenOnce },
  { name: "importing gauntlet loads the kernel only", check: checkFrontDoorIsLight },
  { name: "no imports go round in a circle", check: checkRuntimeCycles },
  { name: "no imports of types go round in a circle", check: checkTypeCycles },
  { name: "folders beside each other form no circle", check: checkFolderCycles },
  { name: "a file has at most 300 lines", check: checkFileLength },
  { name: "a function has at most 60 lines", check: checkFunctionLength },
  { name: "a line has at most 100 columns", check: checkColumns },
  { name: "a file is named for one noun, in kebab-case", check: checkFileNames },
  { name: "a room opens with 3 to 8 lines about itself", check: checkRoomHeaders },
  { name: "an index.ts only re-exports, by name", check: checkDoors },
  { name: "the kernel is pure", check: checkKernelIsPure },
  { name: "only cli and report write to the console", check: checkConsole },
  { name: "only cli and worker entries exit", check: checkExit },
  { name: "every verb ends in one function", check: checkVerbEnds },
  { name: "processes are started by their keeper", check: checkStarts },
  { name: "types have no escape hatch", check: checkTypeEscapes },
  { name: "every test runs", check: checkSkippedTests },
  { name: "a note for later has an issue number", check: checkNotes },
  { name: "plain words are used", check: checkPlainWords },
  { name: "no path belongs to one machine", check: checkMachinePaths },
  { name: "the repository does not name its writing tools", check: checkAuthorship },
];
