// A reporter for vitest that writes what happens to each file at once, a line of JSON each. Vitest's
// own JSON comes when everything has ended, and says nothing where the time cut it off.
import { appendFileSync } from "node:fs";
import path from "node:path";

export default class {
  #write(event) {
    appendFileSync(process.env.CI_EVENTS, `${JSON.stringify({ ...event, at: Date.now() })}\n`);
  }

  onTestModuleQueued(module) {
    this.#write({ event: "begun", file: nameOf(module.moduleId) });
  }

  onTestModuleEnd(module) {
    const tests = [...module.children.allTests()].map((test) => {
      const { state, note } = test.result();
      return { name: test.fullName, state, note };
    });
    const suites = [...module.children.allSuites()].map((suite) => suite.errors());
    const errors = [module.errors(), ...suites].flat().map(({ message }) => message);
    this.#write({ event: "ended", file: nameOf(module.moduleId), tests, errors });
  }

  onTestRunEnd(_modules, unhandled) {
    const errors = unhandled.map(({ message, VITEST_TEST_PATH: file }) => ({
      message,
      file: file === undefined ? undefined : nameOf(file),
    }));
    this.#write({ event: "done", errors });
  }
}

function nameOf(file) {
  return path.relative(process.cwd(), file).split(path.sep).join("/");
}
