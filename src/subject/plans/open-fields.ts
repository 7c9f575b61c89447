import type TS from "typescript6";
import { ts } from "./compiler.ts";

/** A field that has no value once its class is constructed, whatever its type says. */
export interface OpenField {
  readonly name: string;
  readonly isPublic: boolean;
  /** The decorator that a framework may fill it by. */
  readonly decorator?: string | undefined;
}

/** The fields of a class, inherited ones included, that its constructor leaves without a value. */
export function openFields(symbol: TS.Symbol, checker: TS.TypeChecker): readonly OpenField[] {
  const found: OpenField[] = [];
  let declared = symbol.declarations?.find(ts.isClassLike);
  for (let steps = 0; steps < basesMax && declared !== undefined; steps++) {
    // What a declaration file leaves out, the code may well do.
    if (declared.getSourceFile().isDeclarationFile) break;
    const assigned = assignedIn(declared);
    for (const member of declared.members) {
      const field = openField(member, checker);
      if (field !== undefined && !assigned.has(field.name)) found.push(field);
    }
    declared = baseOf(declared, checker);
  }
  return found;
}

/** Whether a decorator is one by which a container gives a class what it needs. */
export function isInjected({ decorator = "" }: OpenField): boolean {
  return /^(?:inject|autowired|resource$|lazyinject)/i.test(decorator);
}

// --- inside ---

const basesMax = 10;
const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
const given = ts.ModifierFlags.Static | ts.ModifierFlags.Abstract | ts.ModifierFlags.Ambient;

function openField(member: TS.ClassElement, checker: TS.TypeChecker): OpenField | undefined {
  if (!ts.isPropertyDeclaration(member) || member.initializer !== undefined) return undefined;
  if (member.questionToken !== undefined || !isNamed(member.name)) return undefined;
  const flags = ts.getCombinedModifierFlags(member);
  if ((flags & given) !== 0) return undefined;
  const type = checker.getTypeAtLocation(member);
  const parts = type.isUnion() ? type.types : [type];
  const absent = ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  if (parts.some((part) => (part.flags & absent) !== 0)) return undefined;
  const decorator = ts.getDecorators(member)?.[0]?.expression;
  const isPrivate = ts.isPrivateIdentifier(member.name) || (flags & hidden) !== 0;
  return { name: member.name.text, isPublic: !isPrivate, decorator: decorator && named(decorator) };
}

function isNamed(name: TS.PropertyName): name is TS.Identifier | TS.PrivateIdentifier {
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name);
}

/** `@Inject()` and `@typeorm.Column({…})` by their last name. */
function named(decorator: TS.Expression): string {
  if (ts.isCallExpression(decorator)) return named(decorator.expression);
  return ts.isPropertyAccessExpression(decorator) ? decorator.name.text : decorator.getText();
}

/** The fields that a constructor, or a method that it calls, assigns. */
function assignedIn(declared: TS.ClassLikeDeclaration): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<TS.Node>();
  const visit = (node: TS.Node): void => {
    const own = ts.isPropertyAccessExpression(node) && isThis(node.expression) ? node : undefined;
    if (own !== undefined) {
      if (isAssigned(own)) names.add(own.name.text);
      const called = ts.isCallExpression(own.parent) && own.parent.expression === own;
      if (called) enter(methodOf(declared, own.name.text));
    }
    // `Object.assign(this, given)` sets whatever it is given.
    if (ts.isCallExpression(node) && node.arguments.some(isThis)) {
      for (const { name } of declared.members) {
        if (name !== undefined && isNamed(name)) names.add(name.text);
      }
    }
    ts.forEachChild(node, visit);
  };
  const enter = (node: TS.Node | undefined): void => {
    if (node === undefined || seen.has(node)) return;
    seen.add(node);
    visit(node);
  };
  for (const member of declared.members) {
    if (ts.isConstructorDeclaration(member) || ts.isClassStaticBlockDeclaration(member)) {
      enter(member);
    }
  }
  return names;
}

function isThis(node: TS.Node): boolean {
  return node.kind === ts.SyntaxKind.ThisKeyword;
}

function isAssigned(node: TS.PropertyAccessExpression): boolean {
  const { parent } = node;
  if (!ts.isBinaryExpression(parent)) return !ts.isCallExpression(parent) && isPattern(parent);
  return parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** `[this.a, this.b] = given` and `({ a: this.a } = given)`. */
function isPattern(parent: TS.Node): boolean {
  const whole = ts.findAncestor(
    parent,
    (one) => !ts.isArrayLiteralExpression(one) && !ts.isObjectLiteralElement(one),
  );
  return (
    whole !== undefined &&
    whole !== parent &&
    ts.findAncestor(parent, (one) => ts.isBinaryExpression(one) && isPatternOf(one)) !== undefined
  );
}

function isPatternOf({ left }: TS.BinaryExpression): boolean {
  return ts.isArrayLiteralExpression(left) || ts.isObjectLiteralExpression(left);
}

function methodOf({ members }: TS.ClassLikeDeclaration, name: string): TS.ClassElement | undefined {
  return members.find(
    (member) => ts.isMethodDeclaration(member) && isNamed(member.name) && member.name.text === name,
  );
}

function baseOf(
  declared: TS.ClassLikeDeclaration,
  checker: TS.TypeChecker,
): TS.ClassLikeDeclaration | undefined {
  const base = declared.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0]?.expression;
  const type = base && checker.getTypeAtLocation(base);
  return type?.symbol?.declarations?.find(ts.isClassLike);
}
