/** Sends a welcome mail through the mail service. */
export async function sendWelcome(address: string, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({ to: address, text: "welcome" });
  const answer = await fetch("https://mail.example/send", { method: "POST", body, signal });
  if (!answer.ok) throw new Error(`the mail service answered ${answer.status}`);
}
