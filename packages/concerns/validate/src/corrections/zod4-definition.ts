/** What a zod 4 schema or check knows of itself, as far as it is read here. */
export interface Zod4Definition {
  readonly type?: string;
  readonly check?: string;
  readonly checks?: readonly object[];
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly shape?: Readonly<Record<string, object>>;
  readonly coerce?: boolean;
  readonly values?: readonly unknown[];
  readonly in?: object;
}

/** What a zod 4 schema or check knows of itself. */
export function definitionOf(schema: object): Zod4Definition {
  return (schema as { readonly _zod: { readonly def: Zod4Definition } })._zod.def;
}
