# Made by "deno task package" from the checksums of a release; not edited by hand.
class ImprintHook < Formula
  desc "Remembers what was said to coding agents"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license "MIT"

  on_macos do
    on_arm do
      url "@RELEASE@/imprint-hook-macos-arm64"
      sha256 "@SHA256:imprint-hook-macos-arm64@"
    end
    on_intel do
      url "@RELEASE@/imprint-hook-macos-x64"
      sha256 "@SHA256:imprint-hook-macos-x64@"
    end
  end

  on_linux do
    on_arm do
      url "@RELEASE@/imprint-hook-linux-arm64"
      sha256 "@SHA256:imprint-hook-linux-arm64@"
    end
    on_intel do
      url "@RELEASE@/imprint-hook-linux-x64"
      sha256 "@SHA256:imprint-hook-linux-x64@"
    end
  end

  def install
    bin.install Dir["imprint-hook-*"].first => "imprint-hook"
    chmod 0755, bin/"imprint-hook"
    generate_completions_from_executable(bin/"imprint-hook", "completions")
  end

  def caveats
    <<~EOS
      Wire the hooks of a client with:
        imprint-hook install claude
    EOS
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/imprint-hook --version")
  end
end
