import type { ComponentChildren, VNode } from 'preact';
import type { Schema } from '../../../server-state.ts';
import type { FieldError } from '../../field-errors.ts';
import type { Json, JsonFields } from '../../json.ts';

export interface FieldProps {
  readonly schema: Json | undefined;
  readonly root: Schema;
  /** The JSON pointer to the value. */
  readonly path: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly isRequired: boolean;
  /** Whether the value is an item of a list or a record, which cannot be omitted. */
  readonly isItem?: boolean;
  /** The errors from the server, with their paths from this field. */
  readonly errors: readonly FieldError[];
  /** `undefined` omits the value. */
  readonly onChange: (value: Json | undefined) => void;
  readonly children?: ComponentChildren;
}

/** A field with its resolved schema. Nested fields use `Field`, because modules must not import each other in a cycle. */
export type ResolvedProps = FieldProps & {
  readonly schema: JsonFields;
  /** The errors as one text. */
  readonly error: string | undefined;
  readonly Field: (props: FieldProps) => VNode;
};

export type BodyProps = ResolvedProps & { readonly value: Json };
