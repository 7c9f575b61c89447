type Files = Readonly<Record<string, string>>;

/** What each shape defines (`ASYNC` is a keyword or nothing) and how it is called. */
export const shapes: readonly {
  readonly name: string;
  readonly seam: string;
  readonly files: Files;
}[] = [
  {
    name: "a call in the same module",
    seam: "entry.ts#charge",
    files: {
      "entry.ts": `ASYNC function charge(a: number, b = 2): RESULT { return a + b; }
export const result = charge(40);`,
    },
  },
  {
    name: "a call from another module",
    seam: "src/gateway.ts#charge",
    files: {
      "src/gateway.ts": `export ASYNC function charge(a: number): RESULT { return a + 2; }`,
      "entry.ts": `import { charge } from "./src/gateway.ts"; export const result = charge(40);`,
    },
  },
  {
    name: "a method",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `class Gateway { fee = 2; ASYNC charge(a: number): RESULT { return a + this.fee; } }
export const result = new Gateway().charge(40);`,
    },
  },
  {
    name: "a method called by this",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `class Gateway { fee = 2; ASYNC charge(a: number): RESULT { return a + this.fee; }
  pay() { return this.charge(40); } }
export const result = new Gateway().pay();`,
    },
  },
  {
    name: "a method taken from the prototype",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `class Gateway { fee = 2; ASYNC charge(a: number): RESULT { return a + this.fee; } }
export const result = Gateway.prototype.charge.call({ fee: 2 } as Gateway, 40);`,
    },
  },
  {
    name: "a private method",
    seam: "entry.ts#Gateway.#charge",
    files: {
      "entry.ts": `class Gateway { #fee = 2; ASYNC #charge(a: number): RESULT { return a + this.#fee; }
  pay() { return this.#charge(40); } }
export const result = new Gateway().pay();`,
    },
  },
  {
    name: "an arrow in a field",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `class Gateway { fee = 2; charge = ASYNC (a: number): RESULT => a + this.fee; }
const { charge } = new Gateway();
export const result = charge(40);`,
    },
  },
  {
    name: "a static method",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `class Gateway { static fee = 2; static ASYNC charge(a: number): RESULT { return a + this.fee; } }
export const result = Gateway.charge(40);`,
    },
  },
  {
    name: "a method called by super, that calls super itself",
    seam: "entry.ts#Gateway.charge",
    files: {
      "entry.ts": `class Base { fee() { return 2; } }
class Gateway extends Base { ASYNC charge(a: number): RESULT { return a + super.fee(); } }
class Special extends Gateway { charge(a: number) { return super.charge(a); } }
export const result = new Special().charge(40);`,
    },
  },
  {
    name: "a method of an object literal",
    seam: "entry.ts#gateway.charge",
    files: {
      "entry.ts": `const gateway = { fee: 2, ASYNC charge(a: number): RESULT { return a + this.fee; } };
export const result = gateway.charge(40);`,
    },
  },
  {
    name: "a closure of a factory",
    seam: "entry.ts#createGateway.charge",
    files: {
      "entry.ts": `function createGateway(fee: number) { return { charge: ASYNC (a: number): RESULT => a + fee }; }
export const result = createGateway(2).charge(40);`,
    },
  },
  {
    name: "a default export",
    seam: "src/gateway.ts#default",
    files: {
      "src/gateway.ts": `export default ASYNC function (a: number): RESULT { return a + 2; }`,
      "entry.ts": `import charge from "./src/gateway.ts"; export const result = charge(40);`,
    },
  },
  {
    name: "a name of the file that passes it on",
    seam: "src/index.ts#pay",
    files: {
      "src/gateway.ts": `export ASYNC function charge(a: number): RESULT { return a + 2; }`,
      "src/index.ts": `export { charge as pay } from "./gateway.ts";`,
      "entry.ts": `import { charge } from "./src/gateway.ts"; import { pay } from "./src/index.ts";
export const result = pay === charge ? charge(40) : 0;`,
    },
  },
];
