/** The options of an import into an empty folder, without the check against the specification. */
export const firstImport = { lock: undefined, current: new Map<string, string>(), validate: false };
