/** What stands where a secret is to be put, or is made of one that lies elsewhere. */
export const placeholder =
  /[<>{}]|\$[({A-Za-z]|%\(|%[sd]|\*{3}|\.{3}|x{4}|\b(?:process\.env|import\.meta|os\.environ|getenv|vault|secrets\.)|your|example|changeme|change[-_ ]me|placeholder|dummy|redacted|replace|insert|todo|sample|fake|not[-_ ]?set/i
