import { type BuiltinRow, refused } from "./builtin-row.ts";

/** Files and what is loaded from them. */
export const fileRows: readonly BuiltinRow[] = [
  {
    module: "fs",
    is: "simulated",
    names: `access accessSync appendFile appendFileSync chmod chmodSync chown chownSync close closeSync
      copyFile copyFileSync cp cpSync createReadStream createWriteStream exists existsSync fchmod
      fchmodSync fchown fchownSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync ftruncate
      ftruncateSync futimes futimesSync lchown lchownSync link linkSync lstat
      lstatSync lutimes lutimesSync mkdir mkdirSync mkdtemp mkdtempDisposableSync mkdtempSync open
      openSync opendir opendirSync read readFile readFileSync readSync readdir readdirSync readlink
      readlinkSync readv readvSync realpath realpathSync rename renameSync rm rmSync rmdir rmdirSync
      stat statSync symlink symlinkSync truncate truncateSync unlink unlinkSync utimes utimesSync
      watch watchFile write writeFile writeFileSync writeSync writev writevSync`,
  },
  {
    module: "fs",
    is: "simulated",
    names: `promises.access promises.appendFile promises.chmod promises.chown promises.copyFile
      promises.cp promises.lchown promises.link promises.lstat promises.lutimes
      promises.mkdir promises.mkdtemp promises.mkdtempDisposable promises.open promises.opendir
      promises.readFile promises.readdir promises.readlink promises.realpath promises.rename
      promises.rm promises.rmdir promises.stat promises.symlink promises.truncate promises.unlink
      promises.utimes promises.watch promises.writeFile`,
  },
  {
    module: "fs",
    is: "simulated",
    through: "fs.open fs.write fs.read fs.close fs.openSync fs.writeSync",
    names: "FileReadStream FileWriteStream ReadStream WriteStream Utf8Stream",
  },
  {
    module: "fs",
    is: "pure",
    names: `Dir Dirent Stats F_OK R_OK W_OK X_OK _toUnixTimestamp unwatchFile
      FileReadStream= FileWriteStream= ReadStream= WriteStream=`,
  },
  { module: "fs", is: "pure", isExact: true, names: "promises" },
  {
    module: "fs",
    is: "varies",
    why: "reads the host's files, without what the run has written",
    names: "glob globSync promises.glob statfsSync openAsBlobSync",
  },
  refused({
    module: "fs",
    seam: "files",
    why: "reads the host's files",
    instead: "read the file with `readFile`, which is simulated",
    names: "openAsBlob statfs promises.statfs",
  }),
  refused({
    module: "fs",
    seam: "files",
    why: "changes the permissions of a link on the host's disk",
    instead: "use `chmod`, which is simulated",
    names: "lchmod lchmodSync promises.lchmod",
    isOutside: true,
  }),
  refused({
    module: "sqlite",
    seam: "files",
    why: "reads and writes the host's files from inside SQLite",
    instead: "pass the database in, and give the test one of `sql.js`, on the disk of the run",
    names: "*",
    isOutside: true,
  }),
  {
    module: "zlib",
    is: "simulated",
    through: "fs.openSync fs.open fs.read fs.write",
    names: "ZipFile zipFiles",
  },
  { module: "zlib", is: "pure", names: "*" },
  refused({
    module: "wasi",
    seam: "webassembly",
    why: "gives WebAssembly the host's files, clock and entropy",
    instead: "pass the work in, and give the test a fake",
    names: "WASI",
    ofInstances: "wasiImport",
  }),
  refused({
    module: "trace_events",
    seam: "files",
    why: "writes a file of events",
    instead: "measure outside of the run",
    names: "createTracing",
    isOutside: true,
  }),
  { module: "trace_events", is: "pure", names: "getEnabledCategories" },
  { module: "sea", is: "varies", why: "reads what the program was built with", names: "*" },
];

/** How modules are found and loaded. Loading reads the host's files; it belongs to no run. */
export const moduleRows: readonly BuiltinRow[] = [
  refused({
    module: "module",
    seam: "files",
    why: "writes compiled code to a folder",
    instead: "call it where the program starts, not in what a run calls",
    names: "enableCompileCache flushCompileCache",
  }),
  refused({
    module: "module",
    seam: "threads",
    why: "starts a thread that loads modules",
    instead: "call it where the program starts, not in what a run calls",
    names: "register",
  }),
  {
    module: "module",
    is: "varies",
    why: "changes how this process loads modules, in later runs too",
    names: `registerHooks setSourceMapsSupport _initPaths _preloadModules wrap= wrapper= _stat=
      _readPackage=`,
  },
  {
    module: "module",
    is: "varies",
    why: "reads the host's files to find or load a module",
    names: `_load _readPackage _resolveFilename _stat findPackageJSON getCompileCacheDir
      runMain prototype _extensions createRequire`,
  },
  {
    module: "module",
    is: "pure",
    names: `Module SourceMap _debug _nodeModulePaths _resolveLookupPaths findSourceMap
      getSourceMapsSupport isBuiltin stripTypeScriptTypes syncBuiltinESMExports wrap wrapper`,
  },
  { module: "module", is: "simulated", names: "_findPath prototype.load prototype._compile" },
];
