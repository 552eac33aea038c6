import { pointerOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isFields, isList, type Json, type JsonFields, parseJson, wordOf } from '../../json.ts';
import { addedValue } from '../../schema/start-value.ts';
import { Text } from '../text.tsx';
import { AddFields } from './add-fields.tsx';
import type { BodyProps } from './field-props.ts';
import { type FocusTarget, focusField } from './focus-field.ts';
import { RecordEntries } from './record-entries.tsx';

/** The properties of an object, and additional ones if the schema allows them. Empty optional fields are behind buttons. */
export function ObjectFields({ schema, root, value, path, error, onChange, Field }: BodyProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  // A field that the user empties is still shown.
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [focused, setFocused] = useState<FocusTarget | undefined>(undefined);
  useEffect(() => {
    if (focused !== undefined) focusField(box.current, focused);
  }, [focused]);
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
  const errorOf = (name: string): string | undefined =>
    isFields(errors) && typeof errors[name] === 'string' ? errors[name] : undefined;
  const isShown = (name: string): boolean =>
    required.includes(name) ||
    Object.hasOwn(fields, name) ||
    opened.includes(name) ||
    (errorOf(name) !== undefined && Object.hasOwn(known, name));
  const open = (name: string): void => setOpened((names) => (names.includes(name) ? names : [...names, name]));
  const names = Object.keys(known);
  return (
    <div class="fields" ref={box}>
      {names.filter(isShown).map((name) => (
        <Field
          key={name}
          schema={known[name]}
          root={root}
          path={path + pointerOf([name])}
          label={name}
          value={Object.hasOwn(fields, name) ? fields[name] : undefined}
          isRequired={required.includes(name)}
          error={errorOf(name)}
          onChange={(next) => {
            open(name);
            set(name, next);
          }}
        >
          {!required.includes(name) && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                setOpened(opened.filter((one) => one !== name));
                if (Object.hasOwn(fields, name)) set(name, undefined);
                setFocused({ path: path + pointerOf([name]), isButton: true });
              }}
            >
              Remove <Text text={name} most={80} />
            </button>
          )}
        </Field>
      ))}
      <AddFields
        {...{ root, path, known }}
        names={names.filter((name) => !isShown(name))}
        onAdd={(name) => {
          open(name);
          const added = addedValue(known[name], root);
          if (added !== undefined) set(name, added);
          setFocused({ path: path + pointerOf([name]), isButton: false });
        }}
      />
      {(schema['additionalProperties'] !== false || isFields(schema['patternProperties'])) && (
        <RecordEntries
          item={recordItem(schema)}
          isMain={names.length === 0}
          {...{ root, path, fields, set, known, Field }}
        />
      )}
      {names.length === 0 && schema['additionalProperties'] === false && !isFields(schema['patternProperties']) && (
        <p class="about">No parameters.</p>
      )}
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
