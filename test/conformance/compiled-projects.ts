// Projects that are compiled to CommonJS by their own build, as many are: package.json says no
// type, tsconfig says `commonjs`. Each entry exports what it observes.

/** A project by its files; `entry.ts` exports `observed`. */
export interface CompiledProject {
  readonly name: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
}

const packageFile = (name: string, main: string, more: object = {}): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: "1.0.0", ...more }),
  [`node_modules/${name}/index.js`]: main,
});

const signer = packageFile(
  "signer",
  `const names = ["sign", "verify"];
   for (const name of names) module.exports[name] = (text) => name + ":" + text;`,
);
const callable = packageFile(
  "callable",
  `function make(x) { return "made " + x; }
   make.version = "1";
   module.exports = make;`,
);
const compiled = packageFile(
  "compiled",
  `Object.defineProperty(exports, "__esModule", { value: true });
   exports.default = (x) => "default " + x;
   exports.named = 7;`,
);
const dual = {
  ...packageFile("dual", `exports.kind = "required";`, {
    exports: { ".": { import: "./index.mjs", require: "./index.js" } },
  }),
  "node_modules/dual/index.mjs": `export const kind = "imported";`,
};

/** Each shape that reads otherwise in CommonJS than in an ES module. */
export const compiledProjects: readonly CompiledProject[] = [
  {
    name: "a namespace of a CommonJS package has the names that no lexer finds",
    files: {
      ...signer,
      "entry.ts": `import * as jwt from "signer";
        export const observed = [typeof jwt.sign, jwt.sign?.("a"), Object.keys(jwt).sort()];`,
    },
  },
  {
    name: "names are taken from a package whatever its shape, and absent ones are undefined",
    files: {
      ...signer,
      "entry.ts": `import { verify, absent } from "signer";
        export const observed = [verify("b"), typeof absent];`,
    },
  },
  {
    name: "a default import of a package is the package",
    files: {
      ...callable,
      "entry.ts": `import make, { version } from "callable";
        import * as all from "callable";
        export const observed = [make(1), version, typeof all, typeof all.default, all.version];`,
    },
  },
  {
    name: "a namespace can be called without esModuleInterop",
    options: { esModuleInterop: false },
    files: {
      ...callable,
      "entry.ts": `import * as make from "callable";
        import other = require("callable");
        import whole from "callable";
        export const observed = [(make as any)(1), (other as any)(2), typeof whole];`,
    },
  },
  {
    name: "a compiled package has the default that it says",
    files: {
      ...compiled,
      "entry.ts": `import make, { named } from "compiled";
        import * as all from "compiled";
        export const observed = [make(1), named, Object.keys(all).sort(), all.default(2)];`,
    },
  },
  {
    name: "a package with two builds gives the one for require",
    files: {
      ...dual,
      "entry.ts": `import { kind } from "dual"; export const observed = kind;`,
    },
  },
  {
    name: "names of CommonJS are there",
    files: {
      "entry.ts": `import path from "node:path";
        export const observed = [
          path.basename(__filename).replace(/\\.[jt]s$/, ""), typeof __dirname, typeof require,
          typeof module, require.main === module, typeof require("node:os").cpus,
        ];`,
    },
  },
  {
    name: "what is declared is not given",
    files: {
      "entry.ts": `function f(require: number, module: number) { return require + module; }
        export const observed = [f(3, 4), typeof exports];`,
    },
  },
  {
    name: "a whole export is what others import",
    files: {
      "legacy.ts": `import { basename } from "node:path";
        function legacy(x: string) { return basename(x); }
        legacy.extra = 1;
        export = legacy;`,
      "entry.ts": `import legacy from "./legacy";
        import again = require("./legacy");
        import { extra } from "./legacy";
        export const observed = [legacy("/a/b"), again === legacy, extra];`,
    },
  },
  {
    name: "JSON is imported as it is, by name and whole",
    options: { resolveJsonModule: true },
    files: {
      "data.json": `{ "name": "x", "list": [1, 2] }`,
      "entry.ts": `import * as data from "./data.json";
        import whole, { name } from "./data.json";
        export const observed = [data.name, data.list, name, whole.list];`,
    },
  },
  {
    name: "a class that is not there yet is undefined in a cycle",
    files: {
      "a.ts": `import { B } from "./b"; export class A { other = () => B; }
        export const sawB = typeof B;`,
      "b.ts": `import { A } from "./a"; export const sawA = typeof A;
        export class B { other = () => A; }`,
      "entry.ts": `import { A, sawB } from "./a"; import { B, sawA } from "./b";
        export const observed = [sawA, sawB, new B().other() === A, new A().other() === B];`,
    },
  },
  {
    name: "metadata of decorators survives a cycle",
    options: { experimentalDecorators: true, emitDecoratorMetadata: true },
    files: {
      "meta.ts": `const R = Reflect as any;
        R.metadata ??= (key: string, value: unknown) => (target: any, name: string) => {
          (target.constructor.types ??= {})[name] = typeof value;
        };
        export function Column(target: any, name: string) {}`,
      "user.ts": `import { Column } from "./meta"; import { Post } from "./post";
        export class User { @Column post!: Post; @Column name!: string; }`,
      "post.ts": `import { Column } from "./meta"; import { User } from "./user";
        export class Post { @Column user!: User; }`,
      "entry.ts": `import { User } from "./user"; import { Post } from "./post";
        export const observed = [Object.keys((User as any).types), Object.keys((Post as any).types)];`,
    },
  },
  {
    name: "a type that is passed on by name is no value, and no error",
    files: {
      "types.ts": `export interface Shape { a: number } export const real = 1;`,
      "index.ts": `export { Shape, real } from "./types";`,
      "entry.ts": `import { real, Shape } from "./index"; const s: Shape = { a: real };
        export const observed = s;`,
    },
  },
  {
    name: "builtins by every form",
    files: {
      "entry.ts": `import fs from "fs"; import * as path from "path"; import { EventEmitter } from "events";
        import assert from "assert";
        export const observed = [typeof fs.readFileSync, path.join("a", "b"), typeof EventEmitter,
          typeof assert, typeof assert.deepEqual];`,
    },
  },
  {
    name: "a builtin that is a function is called as a namespace without esModuleInterop",
    options: { esModuleInterop: false },
    files: {
      "entry.ts": `import * as assert from "assert"; import * as EventEmitter from "events";
        (assert as any)(true);
        export const observed = [typeof assert, typeof new (EventEmitter as any)().on];`,
    },
  },
  {
    name: "stars pass on what a package has",
    files: {
      ...compiled,
      "all.ts": `export * from "compiled"; export { default as make } from "compiled";`,
      "entry.ts": `import * as all from "./all";
        export const observed = [all.named, (all as any).make(3), "default" in all];`,
    },
  },
];
