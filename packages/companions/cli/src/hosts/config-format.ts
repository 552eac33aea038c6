/** Reads and changes the text of a host's file, and leaves all else in it as it is. */
export interface ConfigFormat {
  /** The servers that it names, each as it stands there. */
  readonly servers: (text: string) => ReadonlyMap<string, unknown>;
  /** The text with a server added, in another form, or, where there is nothing to write, taken away. */
  readonly withServer: (text: string, name: string, form: object | undefined) => string;
}
