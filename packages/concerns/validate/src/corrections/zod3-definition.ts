/** What a zod 3 schema knows of itself, as far as it is read here. */
export interface Zod3Definition {
  readonly typeName?: string;
  readonly checks?: readonly Zod3Check[];
  readonly coerce?: boolean;
  readonly effect?: { readonly type: string };
}

/** A check of a zod 3 string. */
export interface Zod3Check {
  readonly kind: string;
  readonly regex?: RegExp;
  readonly offset?: boolean;
  readonly local?: boolean;
}
