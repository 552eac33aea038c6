import { fieldKindOf, resolveSchema } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { errorText } from '../../field-errors.ts';
import type { Json } from '../../json.ts';
import { ChoiceField, SelectField } from './choice-field.tsx';
import type { FieldProps } from './field-props.ts';
import { ListItems } from './list-items.tsx';
import { NestedField } from './nested-field.tsx';
import { ObjectFields } from './object-fields.tsx';
import { SwitchField } from './switch-field.tsx';
import { TextField } from './text-field.tsx';
import { UnionField } from './union-field.tsx';

const maxDepth = 24;

/** A field of a form, for any schema. */
export function Field(props: FieldProps): VNode {
  const { root, path, errors } = props;
  const schema = resolveSchema(props.schema, root);
  const resolved = { ...props, schema, error: errorText(errors), Field };
  // The depth is limited, because a recursive schema has no end.
  if (path.split('/').length > maxDepth) return <TextField {...resolved} schema={{}} />;
  switch (fieldKindOf(schema, root)) {
    case 'variants':
      return <UnionField {...resolved} />;
    case 'object':
      return <NestedField {...resolved} body={ObjectFields} />;
    case 'list':
      return <NestedField {...resolved} body={ListItems} />;
    case 'choice':
      return <ChoiceField {...resolved} />;
    case 'boolean':
      return isBoolean(props.value) ? (
        <SwitchField {...resolved} />
      ) : (
        <SelectField {...resolved} schema={{ ...schema, enum: [true, false] }} />
      );
    case 'null':
      return <SelectField {...resolved} schema={{ ...schema, enum: [null] }} />;
    case 'number':
    case 'text':
    case 'file':
    case 'json':
      return <TextField {...resolved} />;
  }
}

function isBoolean(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'boolean';
}
