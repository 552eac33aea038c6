import type { GoldenExchange } from './golden-example.ts';

/** The four exchanges of the Call Tool page. */
export const goldenExchanges: readonly GoldenExchange[] = [
  {
    title: 'Successful Execution',
    request: `POST /call HTTP/1.1
Host: api.example.com
Content-Type: application/json
Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...

{
  "$schema": "otc://1.0",
  "request": {
    "call_id": "123e4567-e89b-12d3-a456-426614174000",
    "tool_id": "Calculator.Add@1.0.0",
    "input": {
      "a": 10,
      "b": 5
    }
  }
}`,
    response: `HTTP/1.1 200 OK
Content-Type: application/json

{
  "$schema": "otc://1.0",
  "result": {
    "call_id": "123e4567-e89b-12d3-a456-426614174000",
    "duration": 2,
    "success": true,
    "value": 15
  }
}`,
  },
  {
    title: 'Server Error',
    request: `POST /call HTTP/1.1
Host: api.example.com
Content-Type: application/json
Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...

{
  "$schema": "otc://1.0",
  "request": {
    "call_id": "123e4567-e89b-12d3-a456-426614174000",
    "tool_id": "Calculator.Add@2.0.0"
  }
}`,
    response: `HTTP/1.1 400 Bad Request
Content-Type: application/json

{
  "$schema": "otc://1.0",
  "message": "Tool 'Calculator_Add' was not found",
  "developer_message": "Calculator.Add version 2.0.0 is not available"
}`,
  },
  {
    title: 'Input Validation Error',
    request: `POST /call HTTP/1.1
Host: api.example.com
Content-Type: application/json
Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...

{
  "$schema": "otc://1.0",
  "request": {
    "call_id": "123e4567-e89b-12d3-a456-426614174000",
    "tool_id": "Calculator.Add@1.0.0",
    "input": {
      "a": 10,
      "b": "infinity"
    }
  }
}`,
    response: `HTTP/1.1 422 Unprocessable Entity
Content-Type: application/json

{
  "$schema": "otc://1.0",
  "message": "Some input parameters are invalid",
  "parameter_errors": {
    "b": "Must be a number"
  }
}`,
  },
  {
    title: 'Tool Execution Error',
    request: `POST /call HTTP/1.1
Host: api.example.com
Content-Type: application/json
Authorization: Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9...

{
  "$schema": "otc://1.0",
  "request": {
    "call_id": "723e4567-e89b-12d3-a456-426614174006",
    "tool_id": "Doorbell.Ring@0.1.0",
    "input": {
      "doorbell_id": "doorbell1"
    }
  }
}`,
    response: `HTTP/1.1 200 OK
Content-Type: application/json

{
  "$schema": "otc://1.0",
  "result": {
     "call_id": "723e4567-e89b-12d3-a456-426614174006",
     "duration": 60,
     "success": false,
     "error": {
       "message": "Doorbell ID not found",
       "developer_message": "The doorbell with ID 'doorbell1' does not exist.",
       "can_retry": true,
       "additional_prompt_content": "ids: doorbell42,doorbell84",
       "retry_after_ms": 500
     }
   }
}`,
  },
];
