import { escapeControls, isSensitive } from '@toolwire/internal';
import type { ComponentChildren, VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { isFields, isList, type Json, type JsonFields, parseJson, wordOf } from '../json.ts';
import { choicesOf, emptyValue, initialValue, kindOf, nameOf, typeOf, variantOf } from '../schema/kinds.ts';
import { resolveSchema, variantsOf } from '../schema/resolve.ts';
import type { Schema } from '../tool.ts';
import { Text } from './text.tsx';

export interface FieldProps {
  readonly schema: Json | undefined;
  readonly root: Schema;
  /** The JSON pointer to the value. */
  readonly path: string;
  readonly label: string;
  readonly value: Json | undefined;
  readonly isRequired: boolean;
  /** Whether the value is an item of a list or a record, which cannot be omitted. */
  readonly isPlace?: boolean;
  /** The error from the server. */
  readonly error?: string | undefined;
  /** `undefined` omits the value. */
  readonly onChange: (value: Json | undefined) => void;
  readonly children?: ComponentChildren;
}

const deepest = 24;

/** A field of a form, for any schema. */
export function Field(props: FieldProps): VNode {
  const schema = resolveSchema(props.schema, props.root);
  // The depth is limited, because a recursive schema has no end.
  if (props.path.split('/').length > deepest) return <LineField {...props} schema={{}} />;
  switch (kindOf(schema, props.root)) {
    case 'variants':
      return <VariantsField {...props} schema={schema} />;
    case 'object':
      return (
        <Optional {...props} schema={schema} make={() => initialValue(schema, props.root) ?? {}} body={ObjectBody} />
      );
    case 'list':
      return <Optional {...props} schema={schema} make={() => listStart(schema, props.root)} body={ListBody} />;
    case 'choice':
      return <ChoiceField {...props} schema={schema} />;
    case 'boolean':
      return <ChoiceField {...props} schema={{ ...schema, enum: [true, false] }} />;
    case 'null':
      return <ChoiceField {...props} schema={{ ...schema, enum: [null] }} />;
    case 'number':
    case 'text':
    case 'file':
    case 'json':
      return <LineField {...props} schema={schema} />;
  }
}

type Resolved = FieldProps & { readonly schema: JsonFields };

function listStart(schema: JsonFields, root: Schema): Json {
  const { prefixItems } = schema;
  return isList(prefixItems) ? prefixItems.map((item) => emptyValue(item, root)) : [];
}

/** The name, description and error of a field. */
function Labelled(
  props: Resolved & { readonly id: string; readonly isGroup?: boolean; readonly body: ComponentChildren },
): VNode {
  const { id, label, schema, isRequired, error, body, children, isGroup = false } = props;
  const { description, title } = schema;
  const name = (
    <>
      <Text text={label} most={200} />
      {isRequired && <span class="required"> required</span>}
    </>
  );
  return (
    <div
      class="field"
      data-path={props.path}
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? `${id}-name` : undefined}
    >
      <div class="field-head">
        {isGroup ? (
          <span class="name" id={`${id}-name`}>
            {name}
          </span>
        ) : (
          <label class="name" for={id}>
            {name}
          </label>
        )}
        <span class="hint">
          <Text text={hintOf(schema)} most={300} />
        </span>
        {children}
      </div>
      {(typeof description === 'string' || typeof title === 'string') && (
        <p class="about" id={`${id}-about`}>
          <Text text={typeof description === 'string' ? description : wordOf(title)} />
        </p>
      )}
      {body}
      {error !== undefined && (
        <p class="error" id={`${id}-error`} role="alert">
          <Text text={error} />
        </p>
      )}
    </div>
  );
}

/** A short summary of the constraints of a schema. */
function hintOf(schema: JsonFields): string {
  const rules = [
    'format',
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'pattern',
    'minItems',
    'maxItems',
    'multipleOf',
  ];
  const shown = rules.flatMap((rule) => (rule in schema ? [`${rule} ${wordOf(schema[rule])}`] : []));
  return [typeOf(schema) ?? '', ...shown].filter((word) => word !== '').join(', ');
}

function describedBy(id: string, { schema, error }: Resolved): string | undefined {
  const ids = [
    ...('description' in schema || 'title' in schema ? [`${id}-about`] : []),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return ids.length === 0 ? undefined : ids.join(' ');
}

/** A text field for strings, numbers, files, and JSON if the schema has no type. */
function LineField(props: Resolved): VNode {
  const { schema, root, value, isPlace = false, onChange } = props;
  const id = useId();
  const kind = kindOf(schema, root);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const shown = shownText(value, kind);
  // Keeps the typed text as long as it represents the value.
  const text = typed !== undefined && isSame(readText(typed, kind, isPlace), value) ? typed : shown;
  const change = (now: string): void => {
    setTyped(now);
    onChange(readText(now, kind, isPlace));
  };
  const { default: initial, examples } = schema;
  const example = initial ?? (isList(examples) ? examples[0] : undefined);
  const isSecret = isSensitive(schema);
  const shared = {
    id,
    placeholder: example === undefined ? undefined : shownText(example, kind).slice(0, 200),
    'aria-describedby': describedBy(id, props),
    'aria-invalid': props.error !== undefined,
    'aria-required': props.isRequired,
    spellcheck: false,
    autocomplete: 'off' as const,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => change(event.currentTarget.value),
  };
  const isLong =
    kind === 'json' || (kind === 'text' && (text.includes('\n') || text.length > 80 || isLongText(schema)));
  return (
    <Labelled
      {...props}
      id={id}
      body={
        <>
          {isLong ? (
            <textarea {...shared} class={isSecret ? 'secret' : undefined} rows={3} value={text} />
          ) : isSecret ? (
            <input {...shared} type="password" value={text} />
          ) : (
            <input {...shared} type="text" {...(kind === 'number' && { inputMode: 'decimal' })} value={text} />
          )}
          {kind === 'file' && <FilePicker onPick={change} label={props.label} />}
        </>
      }
    />
  );
}

function isLongText({ maxLength }: JsonFields): boolean {
  return typeof maxLength === 'number' && maxLength > 500;
}

function shownText(value: Json | undefined, kind: string): string {
  if (value === undefined) return '';
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value);
}

/** Parses the text of a field. Invalid numbers and JSON are sent as text, and the server rejects them. */
function readText(text: string, kind: string, isPlace: boolean): Json | undefined {
  if (text === '') return isPlace && kind !== 'text' && kind !== 'file' ? null : isPlace ? '' : undefined;
  if (kind === 'number') return /^\s*-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(text) ? Number(text) : text;
  return kind === 'json' ? (parseJson(text) ?? text) : text;
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function FilePicker({ label, onPick }: { readonly label: string; readonly onPick: (base64: string) => void }): VNode {
  const pick = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    onPick(btoa(binary));
  };
  return (
    <input
      type="file"
      aria-label={`A file for ${label}`}
      onChange={(event) => {
        pick(event.currentTarget.files?.[0]).catch(() => onPick(''));
      }}
    />
  );
}

/** A choice of values. */
function ChoiceField(props: Resolved): VNode {
  const { schema, value, onChange, isPlace = false } = props;
  const id = useId();
  const choices = choicesOf(schema) ?? [];
  const chosen = choices.findIndex((choice) => isSame(choice, value));
  return (
    <Labelled
      {...props}
      id={id}
      body={
        <select
          id={id}
          value={wordOf(chosen)}
          aria-describedby={describedBy(id, props)}
          aria-invalid={props.error !== undefined}
          aria-required={props.isRequired}
          onChange={(event) => onChange(choices[Number(event.currentTarget.value)])}
        >
          {(!isPlace || chosen < 0) && (
            <option value="-1">{value === undefined || chosen >= 0 ? unsetText(schema) : safeChoice(value)}</option>
          )}
          {choices.map((choice, index) => (
            <option value={wordOf(index)} key={index}>
              {safeChoice(choice)}
            </option>
          ))}
        </select>
      }
    />
  );
}

function unsetText({ default: initial }: JsonFields): string {
  return initial === undefined ? '(not set)' : `(default: ${safeChoice(initial)})`;
}

function safeChoice(choice: Json): string {
  const text = typeof choice === 'string' ? choice : JSON.stringify(choice);
  return escapeControls(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** A choice of alternatives. */
function VariantsField(props: Resolved): VNode {
  const { schema, root, value, onChange, path } = props;
  const id = useId();
  const variants = variantsOf(schema, root);
  const [picked, setPicked] = useState<number | undefined>(undefined);
  const matching = variantOf(value, variants, root);
  const isPickedFit =
    picked !== undefined && (value === undefined || variantOf(value, [variants[picked] ?? {}], root) === 0);
  const current = isPickedFit ? picked : matching >= 0 ? matching : (picked ?? firstWithFields(variants, root));
  const variant = variants[current];
  const pick = (index: number): void => {
    setPicked(index);
    const next = variants[index];
    if (next === undefined || variantOf(value, [next], root) === 0) return;
    onChange(props.isPlace === true ? emptyValue(next, root) : initialValue(next, root));
  };
  return (
    <Labelled
      {...props}
      id={id}
      isGroup
      body={
        <div class="variants">
          <select
            aria-label={`Form of ${props.label}`}
            data-variant={path}
            value={wordOf(current)}
            onChange={(event) => pick(Number(event.currentTarget.value))}
          >
            {variants.map((one, index) => (
              <option value={wordOf(index)} key={index}>
                {escapeControls(nameOf(one, root).slice(0, 120))}
              </option>
            ))}
          </select>
          {variant !== undefined && typeOf(variant) !== 'null' && (
            <Field key={current} {...props} schema={withoutWords(variant)} isRequired={false} error={undefined} />
          )}
        </div>
      }
    />
  );
}

function firstWithFields(variants: readonly JsonFields[], root: Schema): number {
  return Math.max(
    0,
    variants.findIndex((one) => kindOf(resolveSchema(one, root), root) !== 'null'),
  );
}

// The alternatives are shown below these.
function withoutWords({ description: _description, ...schema }: JsonFields): JsonFields {
  return schema;
}

type BodyProps = Resolved & { readonly value: Json };

/** An optional object or list, with a button to add or remove it. The root is always present. */
function Optional(props: Resolved & { readonly make: () => Json; readonly body: (props: BodyProps) => VNode }): VNode {
  const { value, path, isPlace = false, make, body: Body, onChange, label } = props;
  const id = useId();
  if (path === '' && value !== undefined && typeof value === 'object') return <Body {...props} value={value} />;
  if (value === undefined || value === null || typeof value !== 'object') {
    return (
      <Labelled
        {...props}
        id={id}
        isGroup
        body={
          <button type="button" data-add={path} onClick={() => onChange(make())}>
            Add <Text text={label} most={80} />
          </button>
        }
      />
    );
  }
  return (
    <Labelled {...props} id={id} isGroup body={<div class="inner">{<Body {...props} value={value} />}</div>}>
      {props.children}
      {!isPlace && !props.isRequired && (
        <button type="button" class="quiet" onClick={() => onChange(undefined)}>
          Remove <Text text={label} most={80} />
        </button>
      )}
    </Labelled>
  );
}

/** The properties of an object, and additional ones if the schema allows them. */
function ObjectBody({ schema, root, value, path, error, onChange }: BodyProps): VNode {
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
          path={`${path}/${escapePointer(name)}`}
          label={name}
          value={Object.hasOwn(fields, name) ? fields[name] : undefined}
          isRequired={required.includes(name)}
          error={isFields(errors) && typeof errors[name] === 'string' ? errors[name] : undefined}
          onChange={(next) => set(name, next)}
        />
      ))}
      {(schema['additionalProperties'] !== false || isFields(schema['patternProperties'])) && (
        <RecordRows
          item={recordItem(schema)}
          isMain={Object.keys(known).length === 0}
          {...{ root, path, fields, set, known }}
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

interface RecordProps {
  readonly item: Json;
  readonly root: Schema;
  readonly path: string;
  readonly fields: JsonFields;
  readonly known: JsonFields;
  readonly isMain: boolean;
  readonly set: (name: string, value: Json | undefined) => void;
}

/** Additional properties, whose names the user chooses. */
function RecordRows({ item, root, path, fields, known, isMain, set }: RecordProps): VNode {
  const [name, setName] = useState('');
  const id = useId();
  const own = Object.keys(fields).filter((one) => !Object.hasOwn(known, one));
  const add = (): void => {
    if (name === '' || Object.hasOwn(fields, name)) return;
    set(name, emptyValue(item, root));
    setName('');
  };
  return (
    <details class="record" open={isMain || own.length > 0}>
      <summary>{isMain ? 'Entries' : 'More parameters'}</summary>
      {own.map((one) => (
        <Field
          key={one}
          schema={item}
          root={root}
          path={`${path}/${escapePointer(one)}`}
          label={one}
          value={fields[one]}
          isRequired={false}
          isPlace
          onChange={(next) => set(one, next)}
        >
          <button type="button" class="quiet" onClick={() => set(one, undefined)}>
            Remove <Text text={one} most={80} />
          </button>
        </Field>
      ))}
      <div class="row">
        <label for={id}>Name of a new entry</label>
        <input
          id={id}
          data-new-entry={path}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <button type="button" data-add-entry={path} onClick={add}>
          Add entry
        </button>
      </div>
    </details>
  );
}

/** The items of a list: first those of a tuple, then any number of others. */
function ListBody({ schema, root, value, path, onChange }: BodyProps): VNode {
  const { prefixItems, items } = schema;
  const places = isList(prefixItems) ? prefixItems : isList(items) ? items : [];
  const more = isList(items) ? schema['additionalItems'] : items;
  const list = isList(value) ? value : [];
  const shown = Math.max(list.length, places.length);
  const set = (index: number, next: Json | undefined): void => {
    const filled = Array.from(
      { length: Math.max(list.length, index + 1) },
      (_, at) => list[at] ?? emptyValue(places[at], root),
    );
    onChange(filled.with(index, next ?? null));
  };
  return (
    <div class="list">
      {Array.from({ length: shown }, (_, index) => (
        <Field
          key={index}
          schema={places[index] ?? more ?? {}}
          root={root}
          path={`${path}/${index}`}
          label={`${index + 1}`}
          value={list[index]}
          isRequired={false}
          isPlace
          onChange={(next) => set(index, next)}
        >
          {index >= places.length && (
            <button type="button" class="quiet" onClick={() => onChange(list.toSpliced(index, 1))}>
              Remove {index + 1}
            </button>
          )}
        </Field>
      ))}
      {more !== false && (
        <button type="button" data-add-item={path} onClick={() => onChange([...list, emptyValue(more, root)])}>
          Add item
        </button>
      )}
    </div>
  );
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
