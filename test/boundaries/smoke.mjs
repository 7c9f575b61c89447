// Plays to our own boundaries twice on one commit and checks the registry: `npm run boundaries`.
// Both runs must hold, say the same, and take less than a minute each.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const secondsMax = 60;

const first = run("boundaries", "run", "smoke");
const second = run("boundaries", "run", "smoke");
const checked = run("boundaries", "check", "--all");
console.log(`${first.out}\n${checked.out}`);
console.log(`smoke took ${first.seconds.toFixed(1)} s and ${second.seconds.toFixed(1)} s`);

const wrong = [
  ...[first, second, checked]
    .filter(({ code }) => code !== 0)
    .map(({ words, code, err }) => `${words} ended with ${code}\n${err}`),
  ...(first.out === second.out ? [] : [`two runs differ; the second one:\n${second.out}`]),
  ...[first, second]
    .filter(({ seconds }) => seconds >= secondsMax)
    .map(
      ({ seconds }) => `a run took ${seconds.toFixed(1)} s, less than ${secondsMax} are allowed`,
    ),
];
for (const line of wrong) console.error(line);
process.exitCode = wrong.length === 0 ? 0 : 1;

function run(...words) {
  const startMs = Date.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
    cwd: root,
    encoding: "utf8",
  });
  const seconds = (Date.now() - startMs) / 1_000;
  return { words: words.join(" "), code: status, out: stdout, err: stderr, seconds };
}
