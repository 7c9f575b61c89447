/** Flags of verbs about boundaries. */
export const boundaryFlags = {
  discover: { form: "on", help: "write an entry for each file that takes in foreign data" },
} as const;
