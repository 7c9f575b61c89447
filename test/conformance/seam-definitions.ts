type Files = Readonly<Record<string, string>>;

const defaultCall = `import charge from "./a.ts"; export const result = charge(40);`;

/** More ways to define: each file is an entry whose result is 42. */
export const definitions: readonly {
  readonly name: string;
  readonly seam: string;
  readonly files: Files;
  readonly times?: number;
}[] = [
  {
    name: "an arrow that is a default export",
    seam: "a.ts#default",
    files: { "a.ts": `export default (a: number) => a + 2`, "entry.ts": defaultCall },
  },
  {
    name: "a default export by name",
    seam: "a.ts#default",
    files: {
      "a.ts": `const charge = (a: number) => a + 2;\nexport default charge;`,
      "entry.ts": defaultCall,
    },
  },
  {
    name: "a generator",
    seam: "entry.ts#steps",
    files: {
      "entry.ts": `function* steps(a: number) { yield a; yield 2; }
let sum = 0; for (const step of steps(40)) sum += step; export const result = sum;`,
    },
  },
  {
    name: "an async generator method with this and a private name",
    seam: "entry.ts#Source.steps",
    files: {
      "entry.ts": `class Source { #fee = 2; static async *unused() {} async *steps(a: number) { yield a; yield this.#fee; } }
let sum = 0; for await (const step of new Source().steps(40)) sum += step; export const result = sum;`,
    },
  },
  {
    name: "an overloaded function",
    seam: "entry.ts#charge",
    files: {
      "entry.ts": `function charge(a: number): number; function charge(a: string): string;
function charge(a: unknown): unknown { return Number(a) + 2; }
export const result = charge(40);`,
    },
  },
  {
    name: "a function that reads its arguments",
    seam: "entry.ts#charge",
    files: {
      "entry.ts": `function charge(...rest: number[]) { return Number(arguments[0]) + arguments.length + rest.length; }
export const result = charge(40);`,
    },
  },
  {
    name: "a recursive function, each time",
    seam: "entry.ts#down",
    times: 3,
    files: {
      "entry.ts": `const down = (n: number): number => (n === 0 ? 40 : down(n - 1) + 1);
export const result = down(2);`,
    },
  },
  {
    name: "a function in a CommonJS file",
    seam: "a.cjs#charge",
    files: {
      "a.cjs": `exports.charge = function (a) { return a + 2; };`,
      "entry.ts": `import { charge } from "./a.cjs"; export const result = charge(40);`,
    },
  },
  {
    name: "a CommonJS file that is one function",
    seam: "a.cjs#default",
    files: {
      "a.cjs": `module.exports = async function charge(a)\n{\n  return a + 2;\n};`,
      "entry.ts": `import charge from "./a.cjs"; export const result = charge(40);`,
    },
  },
  {
    name: "a method put on a prototype later",
    seam: "a.cjs#Gateway.charge",
    files: {
      "a.cjs": `function Gateway() { this.fee = 2; }
Gateway.prototype.charge = function (a) { return a + this.fee; };
module.exports = { Gateway };`,
      "entry.ts": `import { Gateway } from "./a.cjs";
export const result = new Gateway().charge(40);`,
    },
  },
  {
    name: "a class expression",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `const Gateway = class { charge(a: number) { return a + 2; } };
export const result = new Gateway().charge(40);`,
    },
  },
  {
    name: "what another function makes",
    seam: "entry.ts#charge",
    files: {
      "entry.ts": `const twice = (f: (a: number) => number) => (a: number) => f(f(a));
const charge = twice((a) => a + 1);
export const result = charge(40);`,
    },
  },
  {
    name: "a function that a factory declares and hands out by another name",
    seam: "entry.ts#createGateway.pay",
    files: {
      "entry.ts": `const createGateway = () => { function charge(a: number) { return a + 2; } return { pay: charge }; };
export const result = createGateway().pay(40);`,
    },
  },
  {
    name: "a frozen object's method",
    seam: "entry.ts#gateway.charge",
    files: {
      "entry.ts": `const gateway = Object.freeze({ charge: (a: number) => a + 2 });
export const result = gateway.charge(40);`,
    },
  },
  {
    name: "a class with a decorator",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `const mark = (value: unknown, _context: unknown) => value as any;
@mark class Gateway { @mark charge(a: number) { return a + 2; } }
export const result = new Gateway().charge(40);`,
    },
  },
  {
    name: "a star that passes it on",
    seam: "index.ts#charge",
    files: {
      "a.ts": `export const charge = (a: number) => a + 2;`,
      "index.ts": `export * from "./a.ts";`,
      "entry.ts": `import { charge } from "./index.ts"; export const result = charge(40);`,
    },
  },
];
