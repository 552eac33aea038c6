import type { GoldenExample } from './golden-example.ts';

/** The two listings of the List Tools page. */
export const goldenLists: readonly GoldenExample[] = [
  {
    title: 'Response (No Tools)',
    json: `{
  "$schema": "otc://1.0",
  "tools": []
}`,
  },
  {
    title: 'Response (With Tools)',
    json: `{
  "$schema": "otc://1.0",
  "tools": [
    {
      "id": "Calculator.Add@1.0.0",
      "name": "Calculator_Add",
      "description": "Adds two numbers together.",
      "version": "1.0.0",
      "input_schema": {
        "parameters": {
          "type": "object",
          "properties": {
            "a": {
              "type": "number",
              "description": "The first number to add."
            },
            "b": {
              "type": "number",
              "description": "The second number to add."
            }
          },
          "required": ["a", "b"]
        }
      },
      "output_schema": {
        "type": "number",
        "description": "The sum of the two numbers."
      }
    },
    {
      "id": "Doorbell.Ring@0.1.0",
      "name": "Doorbell_Ring",
      "description": "Rings a doorbell given a doorbell ID.",
      "version": "0.1.0",
      "input_schema": {
        "parameters": {
          "type": "object",
          "properties": {
            "doorbell_id": {
              "type": "string",
              "description": "The ID of the doorbell to ring."
            }
          },
          "required": ["doorbell_id"]
        }
      },
      "output_schema": null
    }
  ]
}`,
  },
];
