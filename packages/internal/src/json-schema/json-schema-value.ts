/**
 * The type of values of a literal JSON Schema, from `type`, `properties`, `required`, `additionalProperties`, `items`, `enum`, `const`,
 * `anyOf` and `oneOf`. Next to `prefixItems` and `patternProperties`, `items` and `additionalProperties` describe only the rest, and are not
 * read. Other keywords don't affect types. An object schema without properties is an `AnyObject`.
 */
export type JsonSchemaValue<Schema, AnyObject = Readonly<Record<string, unknown>>> = Schema extends {
  readonly const: infer Value;
}
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly type: infer Type }
      ? OfType<Schema, Type extends readonly unknown[] ? Type[number] : Type, AnyObject>
      : Schema extends { readonly anyOf: readonly (infer Form)[] } | { readonly oneOf: readonly (infer Form)[] }
        ? JsonSchemaValue<Form, AnyObject>
        : unknown;

interface Plain {
  readonly string: string;
  readonly number: number;
  readonly integer: number;
  readonly boolean: boolean;
  readonly null: null;
}

type OfType<Schema, Type, AnyObject> = Type extends keyof Plain
  ? Plain[Type]
  : Type extends 'array'
    ? ItemsOf<Schema, AnyObject>[]
    : Type extends 'object'
      ? FieldsOf<Schema, AnyObject>
      : unknown;

type ItemsOf<Schema, AnyObject> = Schema extends { readonly prefixItems: unknown }
  ? unknown
  : Schema extends { readonly items: infer Items }
    ? Items extends readonly unknown[]
      ? unknown
      : JsonSchemaValue<Items, AnyObject>
    : unknown;

/** Unnamed members have a type only if `additionalProperties` gives one. */
type FieldsOf<Schema, AnyObject> = Schema extends { readonly properties: infer Properties }
  ? Flat<Known<Properties, RequiredIn<Schema>, AnyObject>>
  : Schema extends { readonly patternProperties: unknown }
    ? AnyObject
    : Schema extends { readonly additionalProperties: infer Other extends object }
      ? Readonly<Record<string, JsonSchemaValue<Other, AnyObject>>>
      : AnyObject;

type Known<Properties, Needed, AnyObject> = {
  -readonly [Name in keyof Properties as Name extends Needed ? Name : never]: JsonSchemaValue<
    Properties[Name],
    AnyObject
  >;
} & {
  -readonly [Name in keyof Properties as Name extends Needed ? never : Name]?:
    | JsonSchemaValue<Properties[Name], AnyObject>
    | undefined;
};

type RequiredIn<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never;

/** Flattens an intersection, for readable errors. */
type Flat<Fields> = { [Name in keyof Fields]: Fields[Name] };
