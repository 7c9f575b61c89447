/**
 * The flags with which Node itself denies a process to start others, threads or WASI, to open a
 * debugger or a socket (from Node 25 on), and to write anywhere but in the given folders. Reading
 * is allowed, and so are addons: the loader is one. Empty where Node has no such permissions.
 */
export function permissionFlags(writable: readonly string[]): readonly string[] {
  const known = process.allowedNodeEnvironmentFlags;
  const flag = ["--permission", "--experimental-permission"].find((name) => known.has(name));
  if (flag === undefined || !known.has("--allow-addons") || hasPreload()) return [];
  return [
    flag,
    "--allow-addons",
    "--allow-fs-read=*",
    // A star would stand for any text, and so for folders that were not meant.
    ...writable.filter((path) => !/[*,]/u.test(path)).map((path) => `--allow-fs-write=${path}`),
    ...quietFlags,
  ];
}

// --- inside ---

/**
 * What is loaded before us, a debugger above all, may need anything; without it nothing of the
 * user's would start.
 */
function hasPreload(): boolean {
  const { NODE_OPTIONS = "", VSCODE_INSPECTOR_OPTIONS = "" } = process.env;
  return VSCODE_INSPECTOR_OPTIONS !== "" || preloads.test(NODE_OPTIONS);
}

const preloads = /(?:^|\s)(?:-r|--(?:inspect|require|import|loader|experimental-loader))/u;

/** Node warns of each permission that is given, and of the model itself where it is new. */
const quietFlags = isNewModel()
  ? ["--disable-warning=ExperimentalWarning", "--disable-warning=SecurityWarning"]
  : ["--disable-warning=SecurityWarning"];

function isNewModel(): boolean {
  return !process.allowedNodeEnvironmentFlags.has("--permission");
}
