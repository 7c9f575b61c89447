/** What is wrong with a service. */
export interface ServiceFinding {
  /** The name that Schemathesis has for it, such as `not_a_server_error`. */
  readonly check: string;
  /** `GET /orders/{id}`. */
  readonly operation: string;
  readonly because: string;
  /** The requests that show it, the last one made small: `POST /orders {"count":1}`. */
  readonly requests: readonly string[];
}
