"""`size`, `cheapest` and `import-model`: the calculator's options.

Knows options and their help. Refuses to hold logic: each command calls one function of `calculating`, imported when it runs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gpuguide.cli.options import Project

app = typer.Typer()

ModelId = Annotated[str | None, typer.Option("--model", help="A model of the catalog.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="A Hugging Face config.json instead.")]
Weights = Annotated[str | None, typer.Option("--weights", help="Format of the weights; as published when left out.")]
KvDtype = Annotated[str, typer.Option("--kv-dtype", help="Type of the KV cache: bf16, fp8, q8_0, q4_0, …")]
Context = Annotated[int | None, typer.Option("--context", help="Tokens that one sequence may hold.")]
EngineName = Annotated[str, typer.Option("--engine", help="vllm, sglang, llama.cpp or rule-of-thumb.")]
EngineVersion = Annotated[str | None, typer.Option("--engine-version", help="A version such as 0.19.0.")]
Share = Annotated[str | None, typer.Option("--gpu-memory-utilization", help="The engine's share of the card, up to 1.")]
Batched = Annotated[int | None, typer.Option("--max-batched-tokens", help="Tokens of one batch.")]
Sequences = Annotated[int | None, typer.Option("--max-num-seqs", help="Sequences at most; slots of llama.cpp.")]
SiteId = Annotated[str | None, typer.Option("--site", help="The site whose prices count.")]
Tensor = Annotated[int | None, typer.Option("--tensor-parallel", help="Cards that share each layer.")]
Load = Annotated[str | None, typer.Option("--load", help="Share of the ceiling for a price a million tokens.")]
ApiPrice = Annotated[str | None, typer.Option("--api-price", help="USD a million tokens elsewhere.")]
AsJson = Annotated[bool, typer.Option("--json", help="Stable keys on standard output.")]


@app.command()
def size(
    gpu: Annotated[str, typer.Option("--gpu", help="A card of the catalog.")],
    model: ModelId = None,
    config: ConfigFile = None,
    count: Annotated[int, typer.Option("--count", help="How many cards.")] = 1,
    weights: Weights = None,
    kv_dtype: KvDtype = "bf16",
    context: Context = None,
    batch: Annotated[int, typer.Option("--batch", help="Sequences that decode at once.")] = 1,
    engine: EngineName = "vllm",
    engine_version: EngineVersion = None,
    gpu_memory_utilization: Share = None,
    tensor_parallel: Tensor = None,
    pipeline_parallel: Annotated[int, typer.Option("--pipeline-parallel", help="Stages of layers.")] = 1,
    data_parallel: Annotated[int, typer.Option("--data-parallel", help="Copies of the attention; experts are shared.")] = 1,
    max_batched_tokens: Batched = None,
    max_num_seqs: Sequences = None,
    site: SiteId = None,
    load: Load = None,
    api_price: ApiPrice = None,
    json: AsJson = False,
    project: Project = Path(),
) -> None:
    """Say whether a model starts on some cards, with what room, and how fast it cannot be exceeded.

    Example: gpuguide size --model a-model --gpu a-card --context 8192 --json
    """
    from gpuguide.cli import calculating  # noqa: PLC0415 -- a site's build does not pay for the calculator

    asked = calculating.Asked(
        gpu=gpu,
        count=count,
        weights=weights,
        kv_dtype=kv_dtype,
        context=context,
        batch=batch,
        engine=engine,
        engine_version=engine_version,
        gpu_memory_utilization=calculating.number(gpu_memory_utilization, "gpu_memory_utilization"),
        tensor_parallel=tensor_parallel,
        pipeline_parallel=pipeline_parallel,
        data_parallel=data_parallel,
        max_batched_tokens=max_batched_tokens,
        max_num_seqs=max_num_seqs,
    )
    raise typer.Exit(calculating.size(project, model, config, asked, calculating.Money(site, load, api_price), json))


@app.command()
def cheapest(
    context: Annotated[int, typer.Option("--context", help="Tokens that one sequence may hold.")],
    site: Annotated[str, typer.Option("--site", help="The site whose prices count.")],
    model: ModelId = None,
    config: ConfigFile = None,
    concurrency: Annotated[int, typer.Option("--concurrency", help="Sequences of that context at once.")] = 1,
    weights: Weights = None,
    kv_dtype: KvDtype = "bf16",
    engine: EngineName = "vllm",
    engine_version: EngineVersion = None,
    gpu_memory_utilization: Share = None,
    max_batched_tokens: Batched = None,
    max_num_seqs: Sequences = None,
    json: AsJson = False,
    project: Project = Path(),
) -> None:
    """Rank a site's cards and nodes that would start a model with room for some sequences, cheapest first.

    Example: gpuguide cheapest --site a-site --model a-model --context 8192 --concurrency 16
    """
    from gpuguide.cli import calculating  # noqa: PLC0415 -- a site's build does not pay for the calculator

    asked = calculating.Asked(
        gpu="",
        weights=weights,
        kv_dtype=kv_dtype,
        context=context,
        engine=engine,
        engine_version=engine_version,
        gpu_memory_utilization=calculating.number(gpu_memory_utilization, "gpu_memory_utilization"),
        max_batched_tokens=max_batched_tokens,
        max_num_seqs=max_num_seqs,
    )
    raise typer.Exit(calculating.cheapest(project, site, model, config, asked, concurrency, json))


@app.command(name="import-model")
def import_model(
    config: Annotated[Path, typer.Argument(help="A Hugging Face config.json.")],
    model_id: Annotated[str | None, typer.Option("--id", help="The entry's id; the file's name when left out.")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="Write here instead of to standard output.")] = None,
    project: Project = Path(),
) -> None:
    """Turn a config.json into a catalog entry, or say which key is not understood, and write nothing.

    Example: gpuguide import-model config.json --id a-model --out data/models/a-model.yaml
    """
    from gpuguide.cli import calculating  # noqa: PLC0415 -- a site's build does not pay for the calculator

    raise typer.Exit(calculating.import_model(project, config, model_id, out))


@app.command()
def agreement(
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit code 1 when a file is stale.")] = False,
    project: Project = Path(),
) -> None:
    """Write what the calculator says of measured cases and of the sites' own questions into the data.

    Example: gpuguide agreement --check
    """
    from gpuguide.cli import agreeing  # noqa: PLC0415 -- a site's build does not pay for the calculator

    raise typer.Exit(agreeing.agreement(project, check))
