import type { GoldenExample } from './golden-example.ts';

/** The seven bodies of the Call Tool Response page, without their list indent. */
export const goldenResponses: readonly GoldenExample[] = [
  {
    title: 'Calculator.Add (Success)',
    json: `{
  "call_id": "123e4567-e89b-12d3-a456-426614174000",
  "duration": 50,
  "success": true,
  "value": 15
}`,
  },
  {
    title: 'Doorbell.Ring (Success, No Output)',
    json: `{
  "call_id": "223e4567-e89b-12d3-a456-426614174001",
  "duration": 30,
  "success": true,
  "value": null
}`,
  },
  {
    title: 'System.GetTimestamp (Success)',
    json: `{
  "call_id": "323e4567-e89b-12d3-a456-426614174002",
  "duration": 25,
  "success": true,
  "value": {
    "timestamp": "2023-10-05T12:00:00Z"
  }
}`,
  },
  {
    title: 'Gmail.GetEmails (Success)',
    json: `{
  "call_id": "423e4567-e89b-12d3-a456-426614174003",
  "duration": 120,
  "success": true,
  "value": {
    "emails": [
      {
        "id": "email_1",
        "subject": "Welcome to Gmail",
        "snippet": "Hello, welcome to your inbox!"
      },
      {
        "id": "email_2",
        "subject": "Your Receipt",
        "snippet": "Thank you for your purchase..."
      }
    ]
  }
}`,
  },
  {
    title: 'SMS.Send (Success)',
    json: `{
  "call_id": "523e4567-e89b-12d3-a456-426614174004",
  "duration": 80,
  "success": true,
  "value": {
    "status": "sent"
  }
}`,
  },
  {
    title: 'Error Response',
    json: `{
  "call_id": "623e4567-e89b-12d3-a456-426614174005",
  "duration": 40,
  "success": false,
  "error": {
    "message": "Could not reach the server. Please try again later.",
    "developer_message": "The host api.example.com is not reachable (ECONNREFUSED)"
  }
}`,
  },
  {
    title: 'Error Response with Additional Prompt Content',
    json: `{
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
}`,
  },
];
