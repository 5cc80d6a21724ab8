# npx workerd@1.20261117.1 serve sums.capnp
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  # v8Flags = ["--turbolev"],
  services = [(name = "main", worker = (
    modules = [(name = "sums.js", esModule = embed "sums.js")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);
