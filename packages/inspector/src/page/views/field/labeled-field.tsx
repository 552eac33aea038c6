import { uploadInstructions } from '@toolwire/internal';
import type { ComponentChildren, VNode } from 'preact';
import type { Schema } from '../../../server-state.ts';
import type { FieldError } from '../../field-errors.ts';
import type { Json, JsonFields } from '../../json.ts';
import { schemaHint } from '../../schema/schema-hint.ts';
import { Text } from '../text.tsx';

/** The name, description and error of a field. */
export function LabeledField(
  props: ResolvedProps & {
    readonly id: string;
    readonly group?: 'group' | 'radiogroup';
    readonly body: ComponentChildren;
  },
): VNode {
  const { id, label, schema, isRequired, error, body, children, group } = props;
  const description = descriptionOf(schema);
  const name = (
    <>
      <Text text={label} maxLength={200} />
      {isRequired && <span class="required"> required</span>}
    </>
  );
  return (
    <div
      class="field"
      data-path={props.path}
      role={group}
      {...(group !== undefined && { 'aria-labelledby': `${id}-name`, 'aria-describedby': describedBy(id, props) })}
      {...(group === 'radiogroup' && { 'aria-invalid': error !== undefined, 'aria-required': isRequired })}
    >
      <div class="field-head">
        {group !== undefined ? (
          <span class="name" id={`${id}-name`}>
            {name}
          </span>
        ) : (
          <label class="name" for={id}>
            {name}
          </label>
        )}
        <span class="hint">
          <Text text={schemaHint(schema)} maxLength={300} />
        </span>
        {children}
      </div>
      {description !== '' && (
        <p class="about" id={`${id}-about`}>
          <Text text={description} />
        </p>
      )}
      {body}
      <FieldErrorText error={error} id={`${id}-error`} />
    </div>
  );
}

/** The errors of a field, or nothing. They can have the focus if no control has it. */
export function FieldErrorText({
  error,
  id,
}: {
  readonly error: string | undefined;
  readonly id?: string;
}): VNode | null {
  if (error === undefined) return null;
  return (
    <p class="error field-error" id={id} tabIndex={-1}>
      <Text text={error} />
    </p>
  );
}

/** Returns the description of a field, or its title. */
function descriptionOf({ description, title }: JsonFields): string {
  const text = typeof description === 'string' ? withoutInstructions(description) : '';
  return text === '' && typeof title === 'string' ? title : text;
}

// The field uploads the file, so the instructions for models are not needed.
function withoutInstructions(description: string): string {
  const parts = description.split(uploadInstructions).map((part) => part.trim());
  return parts.length === 1 ? description : parts.join(' ').trim();
}

/** Returns the IDs of the description and the error of a field. */
export function describedBy(id: string, { schema, error }: ResolvedProps): string | undefined {
  const ids = [
    ...(descriptionOf(schema) === '' ? [] : [`${id}-about`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

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
