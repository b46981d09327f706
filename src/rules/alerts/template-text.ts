/** Text as a template that says just that: braces of a name begin no action. */
export function templateText(text: string): string {
  return text.replaceAll("{{", `{{ "{{" }}`);
}
