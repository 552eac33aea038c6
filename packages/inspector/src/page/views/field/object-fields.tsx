import { pointerOf } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { errorsInside, errorsOutside, errorText } from '../../field-errors.ts';
import { type FocusTarget, focusField } from '../../focus.ts';
import { isFields, isList, type Json, type JsonFields, wordOf } from '../../json.ts';
import { addedValue } from '../../schema/start-value.ts';
import { Text } from '../text.tsx';
import { AddFields } from './add-fields.tsx';
import type { BodyProps } from './field-props.ts';
import { RecordEntries } from './record-entries.tsx';

/** The properties of an object, and additional ones if the schema allows them. Empty optional fields are behind buttons. */
export function ObjectFields({ schema, root, value, path, errors, onChange, Field }: BodyProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  // Whether the user has added or removed a field. A field that the user empties is still shown.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
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
  const isShown = (name: string): boolean =>
    required.includes(name) ||
    Object.hasOwn(fields, name) ||
    (choices.get(name) ?? errorsInside(errors, name).length > 0);
  const choose = (name: string, isOpen: boolean): void => setChoices((before) => new Map(before).set(name, isOpen));
  const names = Object.keys(known);
  const isRecord = hasEntries(schema) || Object.keys(fields).some((name) => !Object.hasOwn(known, name));
  const outside = errorText(
    errorsOutside(errors, [...names.filter(isShown), ...(isRecord ? Object.keys(fields) : [])]),
  );
  return (
    <div class="fields" ref={box}>
      {outside !== undefined && (
        <p class="error field-error" tabIndex={-1}>
          <Text text={outside} />
        </p>
      )}
      {names.filter(isShown).map((name) => (
        <Field
          key={name}
          schema={known[name]}
          root={root}
          path={path + pointerOf([name])}
          label={name}
          value={Object.hasOwn(fields, name) ? fields[name] : undefined}
          isRequired={required.includes(name)}
          errors={errorsInside(errors, name)}
          onChange={(next) => {
            choose(name, true);
            set(name, next);
          }}
        >
          {!required.includes(name) && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                choose(name, false);
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
          choose(name, true);
          const added = addedValue(known[name], root);
          if (added !== undefined) set(name, added);
          setFocused({ path: path + pointerOf([name]), isButton: false });
        }}
      />
      {isRecord && (
        <RecordEntries
          item={recordItem(schema)}
          isMain={names.length === 0}
          {...{ root, path, fields, errors, set, known, Field }}
        />
      )}
      {names.length === 0 && !isRecord && <p class="about">No parameters.</p>}
    </div>
  );
}

function ordered(fields: JsonFields, known: JsonFields): JsonFields {
  const names = Object.keys(known);
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(fields).toSorted(([one], [other]) => rank(one) - rank(other)));
}

/** Whether a schema names additional properties. Most schemas accept them only because they don't forbid them. */
function hasEntries({ properties, additionalProperties, patternProperties }: JsonFields): boolean {
  if (isFields(patternProperties)) return true;
  return additionalProperties === undefined ? properties === undefined : additionalProperties !== false;
}

function recordItem({ additionalProperties, patternProperties }: JsonFields): Json {
  const [pattern] = isFields(patternProperties) ? Object.values(patternProperties) : [];
  return pattern ?? (isFields(additionalProperties) ? additionalProperties : {});
}
