"""Does what grpcurl does by reflection, then sends bytes and waits for their result."""

import hashlib
import sys

import grpc
from dapi import platform_pb2_grpc, state_transition_pb2
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from reflection import reflection_pb2, reflection_pb2_grpc


def ask(stub, **question):
    request = reflection_pb2.ServerReflectionRequest(**question)
    return next(iter(stub.ServerReflectionInfo(iter([request]))))


def main(address, transition):
    channel = grpc.insecure_channel(address)
    stub = reflection_pb2_grpc.ServerReflectionStub(channel)
    listed = ask(stub, list_services="").list_services_response.service
    print("services", *sorted(service.name for service in listed))

    # A call without stubs: the messages come from the server.
    pool = descriptor_pool.DescriptorPool()
    files = ask(stub, file_containing_symbol="org.dash.platform.dapi.v0.Platform").file_descriptor_response
    pending = [descriptor_pb2.FileDescriptorProto.FromString(one) for one in files.file_descriptor_proto]
    added = set()
    while pending:
        ready = [one for one in pending if all(name in added for name in one.dependency)]
        for one in ready:
            pool.Add(one)
            added.add(one.name)
            pending.remove(one)
    method = pool.FindServiceByName("org.dash.platform.dapi.v0.Platform").methods_by_name["getStatus"]
    factory = message_factory.MessageFactory(pool)
    request = factory.GetPrototype(method.input_type)()
    request.v0.SetInParent()
    call = channel.unary_unary(
        "/org.dash.platform.dapi.v0.Platform/getStatus",
        request_serializer=type(request).SerializeToString,
        response_deserializer=factory.GetPrototype(method.output_type).FromString,
    )
    print("height", call(request).v0.chain.latest_block_height)

    platform = platform_pb2_grpc.PlatformStub(channel)
    state_transition = bytes.fromhex(transition)
    platform.broadcastStateTransition(
        state_transition_pb2.BroadcastStateTransitionRequest(state_transition=state_transition)
    )
    waiting = state_transition_pb2.WaitForStateTransitionResultRequest(
        v0={"state_transition_hash": hashlib.sha256(state_transition).digest()}
    )
    response = platform.waitForStateTransitionResult(waiting).v0
    print("error", response.HasField("error"), "height", response.metadata.height)
    try:
        platform.broadcastStateTransition(
            state_transition_pb2.BroadcastStateTransitionRequest(state_transition=state_transition)
        )
    except grpc.RpcError as error:
        print("again", error.code().name)


main(*sys.argv[1:])
