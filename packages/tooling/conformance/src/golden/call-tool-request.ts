import type { GoldenExample } from './golden-example.ts';

/** The five requests of the Call Tool Request page. */
export const goldenRequests: readonly GoldenExample[] = [
  {
    title: 'Calculator.Add',
    json: `{
  "tool_id": "Calculator.Add@1.0.0",
  "call_id": "123e4567-e89b-12d3-a456-426614174000",
  "input": {
    "a": 10,
    "b": 5
  }
}`,
  },
  {
    title: 'Doorbell.Ring (No Output)',
    json: `{
  "tool_id": "Doorbell.Ring@0.1.0",
  "call_id": "223e4567-e89b-12d3-a456-426614174001",
  "input": {
    "doorbell_id": "doorbell42"
  }
}`,
  },
  {
    title: 'System.GetTimestamp (No Input)',
    json: `{
  "tool_id": "System.GetTimestamp@1.0.0",
  "call_id": "323e4567-e89b-12d3-a456-426614174002"
}`,
  },
  {
    title: 'Gmail.GetEmails (OAuth 2.0 Authorization)',
    json: `{
  "tool_id": "Gmail.GetEmails@1.2.0",
  "call_id": "423e4567-e89b-12d3-a456-426614174003",
  "trace_id": "trace_123",
  "input": {
    "query": "is:unread"
  },
  "context": {
    "authorization": [
      {
        "id": "google",
        "token": "ya29.a0AfH6SMC..."
      }
    ],
    "user_id": "user_123"
  }
}`,
  },
  {
    title: 'SMS.Send (Secret Requirement)',
    json: `{
  "tool_id": "SMS.Send@0.1.2",
  "call_id": "523e4567-e89b-12d3-a456-426614174004",
  "input": {
    "to": "+5556051234567",
    "message": "Hello from Open Tool Calling!"
  },
  "context": {
    "secrets": [
      {
        "id": "TWILIO_API_KEY",
        "value": "TWILIO_SECRET_VALUE"
      }
    ]
  }
}`,
  },
];
