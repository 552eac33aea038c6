import { cutText, isSensitive } from '@toolwire/internal';
import { fieldKindOf, isUpload } from '@toolwire/internal/json-schema';
import type { VNode } from 'preact';
import { useContext, useId, useRef, useState } from 'preact/hooks';
import { isList, isSameJson, type Json, type JsonFields, parseJson } from '../../json.ts';
import { DatePicker, dateExamples, pickerTypeOf } from './date-picker.tsx';
import { FilePicker, readBase64, UploadContext } from './file-picker.tsx';
import { describedBy, LabeledField, type ResolvedProps } from './labeled-field.tsx';
import { Slider, sliderRangeOf } from './slider.tsx';

/** A text field for strings, numbers, files, and JSON if the schema has no type. */
export function TextField(props: ResolvedProps): VNode {
  const { schema, root, value, isItem = false, onChange } = props;
  const id = useId();
  const kind = fieldKindOf(schema, root);
  const [typed, setTyped] = useState<string | undefined>(undefined);
  // The typed text stays as long as it represents the value.
  const isTyped = typed !== undefined && isSameJson(readText(typed, kind, isItem), value);
  const text = isTyped ? typed : writeText(value, kind);
  const change = (newText: string): void => {
    setTyped(newText);
    onChange(readText(newText, kind, isItem));
  };
  const isSecret = isSensitive(schema);
  const pickerType = kind === 'text' ? pickerTypeOf(schema) : undefined;
  const upload = useContext(UploadContext);
  const readFile = isUpload(schema) ? upload : readBase64;
  const range = kind === 'number' ? sliderRangeOf(schema) : undefined;
  // A field in an inactive window is still the active element.
  const [isTyping, setTyping] = useState(false);
  const shared = {
    id,
    placeholder: placeholderOf(schema, kind, pickerType && dateExamples[pickerType]),
    'aria-describedby': describedBy(id, props),
    'aria-invalid': props.error !== undefined,
    'aria-required': props.isRequired,
    spellcheck: false,
    autocomplete: 'off' as const,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => {
      setTyping(true);
      change(currentTarget.value);
    },
    onBlur: ({ currentTarget }: { readonly currentTarget: EventTarget }) =>
      setTyping(currentTarget === document.activeElement),
  };
  const hasLongText =
    kind === 'json' || (kind === 'text' && (text.includes('\n') || text.length > 80 || allowsLongText(schema)));
  // Another control would not have the focus of the one that the user types in.
  const isArea = useRef(hasLongText);
  if (!isTyped || !isTyping) isArea.current = hasLongText;
  return (
    <LabeledField
      {...props}
      id={id}
      body={
        <>
          {isArea.current ? (
            <textarea {...shared} class={isSecret ? 'secret' : undefined} rows={3} value={text} />
          ) : isSecret ? (
            <input {...shared} type="password" value={text} />
          ) : (
            <div class="pair">
              <input {...shared} type="text" {...(kind === 'number' && { inputMode: 'decimal' })} value={text} />
              {pickerType !== undefined && (
                <DatePicker type={pickerType} label={props.label} text={text} onPick={change} />
              )}
              {range !== undefined && (
                <Slider {...range} label={props.label} value={value ?? schema['default']} onSlide={change} />
              )}
            </div>
          )}
          {kind === 'file' && readFile !== undefined && (
            <FilePicker read={readFile} onPick={change} label={props.label} />
          )}
        </>
      }
    />
  );
}

/** Returns the default of a field, or an example. */
function placeholderOf(schema: JsonFields, kind: string, dateExample: string | undefined): string | undefined {
  const { default: initial, examples } = schema;
  if (initial !== undefined) return `default: ${cutText(writeText(initial, kind), 200)}`;
  const [first] = isList(examples) ? examples : [];
  const example = first === undefined ? dateExample : cutText(writeText(first, kind), 200);
  return example && `e.g. ${example}`;
}

function allowsLongText({ maxLength }: JsonFields): boolean {
  return typeof maxLength === 'number' && maxLength > 500;
}

const numberForm = /^\s*-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Writes the text of a value in its field. */
function writeText(value: Json | undefined, kind: string): string {
  if (value === undefined) return '';
  return typeof value === 'string' && kind !== 'json' ? value : JSON.stringify(value);
}

/** Parses the text of a field. Invalid numbers and JSON are sent as text, and the server rejects them. */
export function readText(text: string, kind: string, isItem: boolean): Json | undefined {
  if (text === '' && !isItem) return undefined;
  if (text === '') return kind === 'text' || kind === 'file' ? '' : null;
  if (kind === 'number') return readNumber(text);
  const value = kind === 'json' ? parseJson(text) : text;
  return value === undefined ? text : value;
}

// JSON has no infinity: it would become null.
function readNumber(text: string): Json {
  const number = numberForm.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
}
