/**
 * Completion for PowerShell, 5.1 and later.
 *
 * @module
 */
import type { CompletedCommand } from "./tree.ts";

/** The script. Where nothing is offered, PowerShell completes paths itself. */
export function powershellScript(commands: readonly CompletedCommand[]): string {
  return `# imprint-hook: completion for PowerShell. Load it with: imprint-hook completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName 'imprint-hook', 'imprint-hook.exe' -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${commands.map(commandLine).join("")}  }
  $at = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $next = "$at $element".Trim()
    if ($table.ContainsKey($next)) { $at = $next }
  }
  $table[$at] | Where-Object { $_[0] -like "$wordToComplete*" -and ($wordToComplete -like '-*' -or $_[0] -notlike '-*') } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_[0], $_[0], $_[2], $_[1]) }
}
`;
}

function commandLine({ path, words, options }: CompletedCommand): string {
  const rows = [
    ...words.map(({ name, help }) => row(name, help, "ParameterValue")),
    ...options.map(({ name, help }) => row(name, help, "ParameterName")),
  ];
  return `    ${quoted(path)} = @(${rows.join("; ")})\n`;
}

/** A tool tip may not be empty. The comma keeps a list of one row a list of rows. */
function row(name: string, help: string, kind: string): string {
  return `,@(${quoted(name)}, ${quoted(help === "" ? name : help)}, ${quoted(kind)})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
