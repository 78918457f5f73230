# Installs the binary of imprint-hook for Windows, after its checksum has been verified:
#
#   irm https://github.com/imprint-hook/imprint-hook/releases/latest/download/install.ps1 | iex
#
# With parameters: & ([scriptblock]::Create((irm ADDRESS))) -To DIR -Version X -From PLACE
param(
  [string]$To = (Join-Path $env:LOCALAPPDATA 'Programs\imprint-hook'),
  [string]$Version = '',
  [string]$From = ''
)
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$repository = 'https://github.com/imprint-hook/imprint-hook'
$name = 'imprint-hook-windows-x64.exe'

if (-not $From) {
  $From = if ($Version) { "$repository/releases/download/v$($Version.TrimStart('v'))" } else { "$repository/releases/latest/download" }
}

function Get-Part([string]$part, [string]$file) {
  $place = "$($From.TrimEnd('/', '\'))/$part"
  if ($place -like 'https://*') { Invoke-WebRequest -UseBasicParsing -Uri $place -OutFile $file }
  elseif ($place -like 'http://*') { throw "install.ps1: refuses ${place}: it is not encrypted" }
  else { Copy-Item -LiteralPath ($place -replace '^file:///', '') -Destination $file }
}

$scratch = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $scratch | Out-Null
try {
  $sums = Join-Path $scratch 'SHA256SUMS'
  $binary = Join-Path $scratch $name
  Get-Part 'SHA256SUMS' $sums
  $line = Get-Content -LiteralPath $sums | Where-Object { $_ -match "^([0-9a-f]{64}) [ *]$([regex]::Escape($name))$" } | Select-Object -First 1
  if (-not $line) { throw "install.ps1: SHA256SUMS of $From does not name $name" }
  $wanted = $line.Substring(0, 64)
  Get-Part $name $binary
  $found = (Get-FileHash -Algorithm SHA256 -LiteralPath $binary).Hash.ToLowerInvariant()
  if ($found -ne $wanted) {
    throw "install.ps1: $name has SHA-256 $found, and not $wanted as SHA256SUMS says; nothing was installed"
  }
  $said = & $binary --version
  if ($LASTEXITCODE -ne 0) { throw "install.ps1: $name does not run on this machine; nothing was installed" }
  New-Item -ItemType Directory -Force -Path $To | Out-Null
  $program = Join-Path $To 'imprint-hook.exe'
  # A running program cannot be overwritten, but moved aside.
  if (Test-Path -LiteralPath $program) {
    Remove-Item -LiteralPath "$program.old" -Force -ErrorAction SilentlyContinue
    Move-Item -LiteralPath $program -Destination "$program.old" -Force
  }
  Copy-Item -LiteralPath $binary -Destination $program
  Write-Output "$said is at $program"
  if (($env:PATH -split ';') -notcontains $To) { Write-Output "To do: put $To on PATH" }
  Write-Output 'Next: imprint-hook install claude'
}
finally {
  Remove-Item -Recurse -Force -LiteralPath $scratch
}
