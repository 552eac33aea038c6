/** A host in a project outside of this workspace, as JavaScript that runs as CommonJS and as an ES module. */
export interface PackedHost {
  /** Modules, each with the names that it is imported under. */
  readonly imports: Readonly<Record<string, string>>;
  /**
   * An expression for the value that the host returns. It may use `server`, `overHttp(listener)`, `overFetch(handler)`, and
   * `defaultOf(module)` for a module with a default export.
   */
  readonly answer: string;
}
