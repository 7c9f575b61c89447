import type { FoundSeam } from "../../subject/found-seams/index.ts";
import type { ProjectSource } from "../../subject/source/project-source.ts";
import type { SourceModule } from "../../subject/source/source-module.ts";
import { reachOf } from "./reach.ts";

/** What a service asks of others. */
export interface ServiceReach {
  /** The hosts that it asks: `https://mail.example`. */
  readonly hosts: readonly string[];
  /** Whether it needs a database or a model, without which it has nothing to show. */
  readonly needsStore: boolean;
  /** The packages that its files import, by what they write. */
  readonly packages: ReadonlySet<string>;
}

/** What a file, and the files of the project that it imports, ask of others. */
export function serviceReach(module: SourceModule, source: ProjectSource): ServiceReach {
  const { seams, imports } = reachOf(module, source);
  const asked = seams.flatMap(({ kind, about }) => (kind === "http client" ? (about ?? []) : []));
  const files = [module.shown, ...imports].flatMap((file) => source.module(file) ?? []);
  const packages = new Set(files.flatMap((file) => packagesOf(file, source)));
  return {
    hosts: [...new Set(asked)],
    needsStore: seams.some(isAbsent) || [...packages].some((name) => stores.test(name)),
    packages,
  };
}

// --- inside ---

/** Packages that connect to a store when a NestJS module names them, without a call to see. */
const stores = /^(?:@nestjs\/(?:typeorm|mongoose|sequelize|bull|bullmq)|@mikro-orm\/.*)$/u;

/** What is called a cache is often a map; a server is meant where a package asks one. */
function isAbsent({ kind, what }: FoundSeam): boolean {
  return (
    kind === "database" || kind === "model" || (kind === "cache" && /redis|memcache/iu.test(what))
  );
}

function packagesOf(module: SourceModule, source: ProjectSource): readonly string[] {
  return module.program.body.flatMap((statement) => {
    if (statement.type !== "ImportDeclaration" || statement.importKind === "type") return [];
    const { value } = statement.source;
    return source.imported(value, module) === undefined ? [value] : [];
  });
}
