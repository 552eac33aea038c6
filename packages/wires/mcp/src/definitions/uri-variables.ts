/** The variables of an address such as `notes://{folder}/{+path}{?version}`, by name; those behind `?` may be missing. */
export type UriVariables<Uri extends string> = string extends Uri
  ? Readonly<Record<string, string>>
  : Uri extends `${string}{${infer Expression}}${infer Rest}`
    ? ExpressionVariables<Expression> & UriVariables<Rest>
    : unknown;

type ExpressionVariables<Expression extends string> = Expression extends `?${infer Names}`
  ? { readonly [Name in Separated<Names>]?: string }
  : Expression extends `+${infer Name}`
    ? { readonly [Key in Name]: string }
    : { readonly [Key in Expression]: string };

type Separated<Names extends string> = Names extends `${infer First},${infer Rest}` ? First | Separated<Rest> : Names;
