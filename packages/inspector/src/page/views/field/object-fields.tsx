import { pointerOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { isFields, isList, type Json, type JsonFields, parseJson, wordOf } from '../../json.ts';
import type { BodyProps } from './field-props.ts';
import { RecordEntries } from './record-entries.tsx';

/** The properties of an object, and additional ones if the schema allows them. */
export function ObjectFields({ schema, root, value, path, error, onChange, Field }: BodyProps): VNode {
  const known = isFields(schema['properties']) ? schema['properties'] : {};
  const required = isList(schema['required']) ? schema['required'].map(wordOf) : [];
  const fields = isFields(value) ? value : {};
  const set = (name: string, next: Json | undefined): void => {
    const { [name]: _left, ...rest } = fields;
    // Keeps the order of properties, so that the JSON text does not jump.
    if (next === undefined) onChange(rest);
    else {
      onChange(Object.hasOwn(fields, name) ? { ...fields, [name]: next } : ordered({ ...fields, [name]: next }, known));
    }
  };
  const errors = error === undefined || path !== '' ? undefined : parseJson(error);
  return (
    <div class="fields">
      {Object.entries(known).map(([name, property]) => (
        <Field
          key={name}
          schema={property}
          root={root}
          path={path + pointerOf([name])}
          label={name}
          value={Object.hasOwn(fields, name) ? fields[name] : undefined}
          isRequired={required.includes(name)}
          error={isFields(errors) && typeof errors[name] === 'string' ? errors[name] : undefined}
          onChange={(next) => set(name, next)}
        />
      ))}
      {(schema['additionalProperties'] !== false || isFields(schema['patternProperties'])) && (
        <RecordEntries
          item={recordItem(schema)}
          isMain={Object.keys(known).length === 0}
          {...{ root, path, fields, set, known, Field }}
        />
      )}
      {Object.keys(known).length === 0 &&
        schema['additionalProperties'] === false &&
        !isFields(schema['patternProperties']) && <p class="about">No parameters.</p>}
    </div>
  );
}

function ordered(fields: JsonFields, known: JsonFields): JsonFields {
  const names = Object.keys(known);
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => rank(one) - rank(other)));
}

function recordItem({ additionalProperties, patternProperties }: JsonFields): Json {
  const [pattern] = isFields(patternProperties) ? Object.values(patternProperties) : [];
  return pattern ?? (isFields(additionalProperties) ? additionalProperties : {});
}
