using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  # v8Flags = ["--no-concurrent-recompilation"],
  services = [(name = "main", worker = (
    modules = [(name = "app.mjs", esModule = embed "app.mjs")],
    compatibilityDate = "2026-01-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);
