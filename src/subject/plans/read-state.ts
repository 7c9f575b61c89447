import type TS from "typescript6";
import type { Shape } from "../../kernel/values/shape.ts";
import { ts } from "./compiler.ts";
import type { Drafting } from "./draft-call.ts";
import type { StateRead } from "./file-targets.ts";
import type { Callable } from "./find-targets.ts";
import { isProjectCode } from "./project-program.ts";
import { createShapeReader } from "./read-shape.ts";
import { inlineOnce } from "./settle-shapes.ts";

/**
 * What can be read off an instance of a class without calling anything: its public fields and
 * getters, and those of instances of the project's own classes in such fields.
 */
export function stateOf({ symbol }: Callable, drafting: Drafting): readonly StateRead[] {
  if ((symbol.flags & ts.SymbolFlags.Class) === 0) return [];
  const { checker } = drafting.project;
  return readsOf(checker.getDeclaredTypeOfSymbol(symbol), [], drafting);
}

// --- inside ---

/** A field of a field; what lies deeper is somebody else's business. */
const depthMax = 2;
const readsCountMax = 20;

function readsOf(type: TS.Type, path: readonly string[], drafting: Drafting): StateRead[] {
  const { checker } = drafting.project;
  const fields = checker.getPropertiesOfType(type).filter((member) => isField(member, drafting));
  return fields
    .flatMap((member): StateRead[] => {
      const place = [...path, member.name];
      const held = checker.getTypeOfSymbol(member);
      if (isOwnClass(held, drafting)) {
        return place.length < depthMax ? readsOf(held, place, drafting) : [];
      }
      return [{ path: place, shape: shapeOf(held, drafting) }];
    })
    .slice(0, readsCountMax);
}

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function isField(
  { name, flags, valueDeclaration: declared }: TS.Symbol,
  { project }: Drafting,
): boolean {
  if (declared === undefined || !/^[A-Za-z$][\w$]*$/.test(name)) return false;
  if ((flags & ts.SymbolFlags.Optional) !== 0) return false;
  if ((ts.getCombinedModifierFlags(declared) & hidden) !== 0) return false;
  if (!isProjectCode(declared.getSourceFile(), project)) return false;
  return (
    ts.isPropertyDeclaration(declared) ||
    ts.isGetAccessorDeclaration(declared) ||
    ts.isParameter(declared)
  );
}

function isOwnClass({ symbol }: TS.Type, { project }: Drafting): boolean {
  const declared = (symbol as TS.Symbol | undefined)?.valueDeclaration;
  if (declared === undefined || (symbol.flags & ts.SymbolFlags.Class) === 0) return false;
  return isProjectCode(declared.getSourceFile(), project);
}

function shapeOf(type: TS.Type, { project, schemas }: Drafting): Shape {
  const reader = createShapeReader(project, schemas);
  const root = reader.read(type, "checked");
  const { made, checked } = reader.definitions;
  const { roots } = inlineOnce([root], new Map([...made, ...checked]));
  return roots[0] ?? root;
}
