/** What is known of the packages that a subject has loaded. */
export interface LoadedPackages {
  /** Packages imported natively: they keep their state from run to run. */
  readonly packages: readonly string[];
  /** What they began while they were loaded and never goes on, in sentences. */
  readonly idleNotes?: readonly string[];
}
