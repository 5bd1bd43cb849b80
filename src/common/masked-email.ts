/** `anna@example.com` as `a•••@example.com`: a forwarded link or mail must not give the address away. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
