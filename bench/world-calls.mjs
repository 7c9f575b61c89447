// What bench:world has done again and again, on the real things, on ours and on others' stand-ins.
import path from "node:path";
import zlib from "node:zlib";

export const rate = JSON.stringify({ pair: "EUR/USD", rate: 1.0871 });
const text = "a line of a file that is written and read\n".repeat(25);

/** How many calls came to their end with what they had to give: the others measure nothing. */
let done = 0;

/** So many until now. */
export function callsDone() {
  return done;
}

export async function asked(url) {
  if ((await (await fetch(url)).json()).rate === 1.0871) done += 1;
}

export async function sleep(setTimer = setTimeout) {
  await new Promise((resolve) => void setTimer(resolve, 1));
  done += 1;
}

export async function zipped() {
  const bytes = await new Promise((resolve, reject) => {
    zlib.gzip(text, (error, made) => (error === null ? resolve(made) : reject(error)));
  });
  if (bytes.length > 0 && bytes.length < text.length) done += 1;
}

export const rateAnswer = () =>
  new Response(rate, { headers: { "content-type": "application/json" } });

/** Many timers at once; `setTimer` is found when it is called, as in any code. */
export function crowd(count, setTimer) {
  return new Promise((resolve) => {
    let left = count;
    for (let i = 0; i < count; i++) {
      setTimer(
        () => {
          left -= 1;
          done += 1;
          if (left === 0) resolve();
        },
        (i * 7) % 50,
      );
    }
  });
}

export async function inTurn(count, act) {
  for (let i = 0; i < count; i++) await act(i);
}

export async function writeAndRead(files, folder, i) {
  const file = path.join(folder, `file-${i % 10}`);
  await files.promises.writeFile(file, text);
  if ((await files.promises.readFile(file, "utf8")) === text) done += 1;
}

export function writeAndReadSync(files, folder, i) {
  const file = path.join(folder, `file-${i % 10}`);
  files.writeFileSync(file, text);
  if (files.readFileSync(file, "utf8") === text) done += 1;
}
